/** Every metric of the monitor as data: alert rules and dashboards are checked against this table. */

export type MetricType = 'counter' | 'gauge' | 'histogram';

export interface MetricName {
  readonly name: string;
  readonly type: MetricType;
  readonly help: string;
  readonly labels: readonly string[];
}

const lastRun = 'Values are of the last scheduled run.';

export const metricNames = {
  runs: {
    name: 'evidence_contract_runs_total',
    type: 'counter',
    help: 'Scheduled runs that ended, by tier.',
    labels: ['installation', 'tier'],
  },
  runFailures: {
    name: 'evidence_contract_run_failures_total',
    type: 'counter',
    help: 'Scheduled runs that found the installation broken, by reason. Runs in maintenance, throttled runs and those without a finding are no failures of it and not counted.',
    labels: ['installation', 'reason'],
  },
  checks: {
    name: 'evidence_contract_checks_total',
    type: 'counter',
    help: 'Checks that scheduled runs judged (passed or failed), by endpoint.',
    labels: ['installation', 'endpoint'],
  },
  checkFailures: {
    name: 'evidence_contract_check_failures_total',
    type: 'counter',
    help: 'Checks that failed in scheduled runs, by endpoint.',
    labels: ['installation', 'endpoint'],
  },
  endpointUp: {
    name: 'evidence_contract_endpoint_up',
    type: 'gauge',
    help: `1 while the endpoint answers and no check fails there, 0 otherwise and before the first run that asks it. ${lastRun}`,
    labels: ['installation', 'endpoint'],
  },
  endpointDuration: {
    name: 'evidence_contract_endpoint_duration_seconds',
    type: 'gauge',
    help: `Time of the slowest request with a valid key at the endpoint, body included. ${lastRun}`,
    labels: ['installation', 'endpoint'],
  },
  state: {
    name: 'evidence_contract_installation_state',
    type: 'gauge',
    help: `1 for the state that the installation is in after confirmation, 0 for the others. ${lastRun}`,
    labels: ['installation', 'state'],
  },
  requestDuration: {
    name: 'evidence_contract_request_duration_seconds',
    type: 'histogram',
    help: 'Time of the requests of scheduled runs, body included.',
    labels: ['installation'],
  },
  phase: {
    name: 'evidence_contract_phase_duration_seconds',
    type: 'gauge',
    help: `Median time of a phase of a request; 0 where the phase did not happen. ${lastRun}`,
    labels: ['installation', 'phase'],
  },
  requests: {
    name: 'evidence_contract_requests_total',
    type: 'counter',
    help: 'Requests sent to the installation by runs and probes, repetitions included.',
    labels: ['installation'],
  },
  throttled: {
    name: 'evidence_contract_throttled_total',
    type: 'counter',
    help: 'Answers that asked to slow down.',
    labels: ['installation'],
  },
  certificateExpiry: {
    name: 'evidence_contract_certificate_expiry_timestamp_seconds',
    type: 'gauge',
    help: `When the certificate expires, as Unix time; 0 where the installation showed none. ${lastRun}`,
    labels: ['installation'],
  },
  lastRunTime: {
    name: 'evidence_contract_last_run_timestamp_seconds',
    type: 'gauge',
    help: 'When the last scheduled run ended, as Unix time; 0 before the first.',
    labels: ['installation'],
  },
  nextRunTime: {
    name: 'evidence_contract_next_run_timestamp_seconds',
    type: 'gauge',
    help: 'When the next scheduled run is due, as Unix time, told anew when a run has ended: in the past while one is under way or overdue; 0 where none is planned.',
    labels: ['installation'],
  },
  lastConformingTime: {
    name: 'evidence_contract_last_conforming_timestamp_seconds',
    type: 'gauge',
    help: 'When the last scheduled run ended that found the installation conforming, as Unix time; 0 before the first.',
    labels: ['installation'],
  },
  coverage: {
    name: 'evidence_contract_coverage_ratio',
    type: 'gauge',
    help: `Part of the checks asked for that could be judged (0 to 1), of the last scheduled standard or full run; 0 before the first.`,
    labels: ['installation'],
  },
  drift: {
    name: 'evidence_contract_drift_observations',
    type: 'gauge',
    help: `Observations that differ from the baseline. ${lastRun}`,
    labels: ['installation'],
  },
  probeLocation: {
    name: 'evidence_contract_monitor_info',
    type: 'gauge',
    help: 'Always 1; says where this monitor runs.',
    labels: ['location'],
  },
  installations: {
    name: 'evidence_contract_installations',
    type: 'gauge',
    help: 'Installations that are monitored.',
    labels: [],
  },
  runsUnderWay: {
    name: 'evidence_contract_runs_under_way',
    type: 'gauge',
    help: 'Runs under way now.',
    labels: [],
  },
  skippedTicks: {
    name: 'evidence_contract_skipped_ticks_total',
    type: 'counter',
    help: 'Scheduled runs that were left out, since the one before was still under way or the monitor was asleep.',
    labels: [],
  },
  historyErrors: {
    name: 'evidence_contract_history_errors_total',
    type: 'counter',
    help: 'Runs that could not be written to the history.',
    labels: [],
  },
  notifications: {
    name: 'evidence_contract_notifications_total',
    type: 'counter',
    help: 'Notifications about changes of state that were due.',
    labels: [],
  },
  notificationFailures: {
    name: 'evidence_contract_notification_failures_total',
    type: 'counter',
    help: 'Notifications that could not be delivered, after every repetition.',
    labels: [],
  },
  reloadSuccess: {
    name: 'evidence_contract_configuration_last_reload_successful',
    type: 'gauge',
    help: '1 when the last reload of the configuration succeeded, 0 when it was refused and the old one kept.',
    labels: [],
  },
  reloadTime: {
    name: 'evidence_contract_configuration_last_reload_success_timestamp_seconds',
    type: 'gauge',
    help: 'When the configuration was last loaded, as Unix time.',
    labels: [],
  },
  buildInfo: {
    name: 'evidence_contract_build_info',
    type: 'gauge',
    help: 'Always 1; says which versions run.',
    labels: ['version', 'node_version'],
  },
} as const satisfies Readonly<Record<string, MetricName>>;

/** Values of the label `phase`. */
export const phaseLabels = ['dns', 'connect', 'tls', 'first_byte', 'transfer'] as const;

/** Upper bounds of the request duration histogram, in seconds: 5 is what an alert looks at, 15 the usual time-out. */
export const durationBuckets = [0.05, 0.25, 1, 5, 15, 60] as const;
