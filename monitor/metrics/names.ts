/** Every metric of the monitor: alert rules and dashboards are checked against this table. */

export type MetricType = 'counter' | 'gauge' | 'histogram';

export interface MetricName {
  readonly name: string;
  readonly type: MetricType;
  readonly help: string;
  readonly labels: readonly string[];
  /** Only in `/metrics?installation=NAME`. */
  readonly isDetail?: true;
}

export type Labels = Readonly<Record<string, string>>;

/**
 * Receives one sample of a metric.
 * @param labels shared by consecutive samples, and formatted once
 * @param more the labels of this sample only
 * @param suffix of the parts of a histogram
 */
export type TakeSample = (
  metric: MetricName,
  value: number,
  labels: Labels,
  more?: Labels,
  suffix?: string,
) => void;

const lastRun = 'From the last scheduled run.';

export const metricNames = {
  runs: {
    name: 'evidence_contract_runs_total',
    type: 'counter',
    help: 'Scheduled runs that ended, of all installations, by tier.',
    labels: ['tier'],
  },
  runFailures: {
    name: 'evidence_contract_run_failures_total',
    type: 'counter',
    help: 'Scheduled runs that found the installation broken. Runs in maintenance, throttled runs and runs with the state unknown are not counted.',
    labels: ['installation'],
  },
  checks: {
    name: 'evidence_contract_checks_total',
    type: 'counter',
    help: 'Checks that scheduled runs judged (passed or failed).',
    labels: ['installation'],
  },
  checkFailures: {
    name: 'evidence_contract_check_failures_total',
    type: 'counter',
    help: 'Checks that failed in scheduled runs.',
    labels: ['installation'],
  },
  endpointChecks: {
    name: 'evidence_contract_endpoint_checks_total',
    type: 'counter',
    help: 'Checks that scheduled runs judged (passed or failed), by endpoint.',
    labels: ['installation', 'endpoint'],
    isDetail: true,
  },
  endpointCheckFailures: {
    name: 'evidence_contract_endpoint_check_failures_total',
    type: 'counter',
    help: 'Checks that failed in scheduled runs, by endpoint.',
    labels: ['installation', 'endpoint'],
    isDetail: true,
  },
  endpointUp: {
    name: 'evidence_contract_endpoint_up',
    type: 'gauge',
    help: `0 if a check fails at the endpoint, or it was not shown to work; 1 otherwise, which /metrics?installation=NAME alone shows. ${lastRun}`,
    labels: ['installation', 'endpoint', 'location'],
  },
  endpointDuration: {
    name: 'evidence_contract_endpoint_duration_seconds',
    type: 'gauge',
    help: `Time of the slowest request with a valid key to the endpoint, including the body. ${lastRun}`,
    labels: ['installation', 'endpoint', 'location'],
    isDetail: true,
  },
  state: {
    name: 'evidence_contract_installation_state',
    type: 'gauge',
    help: `1 for the confirmed state of the installation, 0 for the states that it has left since the monitor started. ${lastRun}`,
    labels: ['installation', 'state'],
  },
  findings: {
    name: 'evidence_contract_findings',
    type: 'gauge',
    help: 'Causes of what is broken now, by severity: the same check with the same answer at several endpoints is one. 1 if the whole installation is concerned; no series for a severity without findings.',
    labels: ['installation', 'severity'],
  },
  acknowledgedUntil: {
    name: 'evidence_contract_acknowledged_until_timestamp_seconds',
    type: 'gauge',
    help: 'Until when an operator knows of the incident that lasts, in the state that it has, as Unix time; 0 once that is over, no series before the first.',
    labels: ['installation'],
  },
  requestDuration: {
    name: 'evidence_contract_request_duration_seconds',
    type: 'histogram',
    help: 'Time of the requests of scheduled runs, including the body. Requests that the monitor was too busy to time are left out.',
    labels: ['installation', 'location'],
  },
  phase: {
    name: 'evidence_contract_phase_duration_seconds',
    type: 'gauge',
    help: `Median time of a request phase, over the requests that had it; no series if none was measured. ${lastRun}`,
    labels: ['installation', 'phase', 'location'],
    isDetail: true,
  },
  requests: {
    name: 'evidence_contract_requests_total',
    type: 'counter',
    help: 'Requests sent to the installation by runs and probes, including repetitions.',
    labels: ['installation'],
  },
  untimedRequests: {
    name: 'evidence_contract_untimed_requests_total',
    type: 'counter',
    help: 'Requests of runs and probes of this monitor whose times enter no figure, since it was too busy to take the answers as they arrived.',
    labels: [],
  },
  throttled: {
    name: 'evidence_contract_throttled_total',
    type: 'counter',
    help: 'Answers that asked the monitor to slow down.',
    labels: ['installation'],
  },
  resent: {
    name: 'evidence_contract_resent_total',
    type: 'counter',
    help: 'Requests that were sent again after a connection that was refused or reset, or a 502, 503 or 504. Throttled answers are counted by evidence_contract_throttled_total.',
    labels: ['installation'],
  },
  withdrawnFailures: {
    name: 'evidence_contract_withdrawn_failures_total',
    type: 'counter',
    help: 'Failures of scheduled runs that were gone when their requests were repeated at once. What obstructed a run as a whole is one.',
    labels: ['installation'],
  },
  certificateExpiry: {
    name: 'evidence_contract_certificate_expiry_timestamp_seconds',
    type: 'gauge',
    help: `When the certificate expires, as Unix time; no series if the installation presented none. ${lastRun}`,
    labels: ['installation'],
  },
  lastRunTime: {
    name: 'evidence_contract_last_run_timestamp_seconds',
    type: 'gauge',
    help: 'When the last scheduled run ended, as Unix time; 0 before the first.',
    labels: ['installation', 'location'],
  },
  nextRunTime: {
    name: 'evidence_contract_next_run_timestamp_seconds',
    type: 'gauge',
    help: 'When the next scheduled run is due, as Unix time, updated when a run ends: in the past while a run is under way or overdue; 0 if none is planned.',
    labels: ['installation', 'location'],
  },
  lastConformingTime: {
    name: 'evidence_contract_last_conforming_timestamp_seconds',
    type: 'gauge',
    help: 'When the last scheduled run that found the installation conforming ended, as Unix time; 0 before the first.',
    labels: ['installation'],
    isDetail: true,
  },
  coverage: {
    name: 'evidence_contract_coverage_ratio',
    type: 'gauge',
    help: `Share of the requested checks that could be judged (0 to 1), from the last scheduled standard or full run; no series before the first.`,
    labels: ['installation'],
  },
  lastCompleteTime: {
    name: 'evidence_contract_last_complete_run_timestamp_seconds',
    type: 'gauge',
    help: 'When the last standard or full run ended that judged what it could, as Unix time: neither cut short nor throttled; when the installation was first monitored before that.',
    labels: ['installation'],
  },
  standardInterval: {
    name: 'evidence_contract_standard_interval_seconds',
    type: 'gauge',
    help: 'How often standard runs are due, or full runs if standard ones are off; 0 if neither is scheduled.',
    labels: ['installation'],
  },
  locationState: {
    name: 'evidence_contract_location_state',
    type: 'gauge',
    help: 'Of an installation that several locations watch: 1 for the state that is confirmed from a location, 0 for those that were left. The state of the installation is what they agree on.',
    labels: ['installation', 'location', 'state'],
  },
  locationSilent: {
    name: 'evidence_contract_location_silent',
    type: 'gauge',
    help: '1 if no run from a location has ended for three intervals, so that it has no say in the state of the installation, otherwise 0.',
    labels: ['installation', 'location'],
  },
  installationInfo: {
    name: 'evidence_contract_installation_info',
    type: 'gauge',
    help: 'Always 1; the labels say why the installation is in its state, as its page does, and to which group it belongs. No series of an installation with neither.',
    labels: ['installation', 'cause', 'group'],
  },
  installationTag: {
    name: 'evidence_contract_installation_tag',
    type: 'gauge',
    help: 'Always 1; a series for each tag of the installation, to select installations by.',
    labels: ['installation', 'tag'],
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
    help: 'Always 1; the labels say where this monitor runs, and the address of its pages (MONITOR_URL).',
    labels: ['location', 'url'],
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
    help: 'Runs that are under way.',
    labels: [],
  },
  skippedTicks: {
    name: 'evidence_contract_skipped_ticks_total',
    type: 'counter',
    help: 'Scheduled runs that were left out because the run before was still under way, or the monitor was asleep.',
    labels: [],
  },
  historyErrors: {
    name: 'evidence_contract_history_errors_total',
    type: 'counter',
    help: 'Runs that could not be written to the history.',
    labels: [],
  },
  faults: {
    name: 'evidence_contract_faults_total',
    type: 'counter',
    help: 'Faults of this monitor that ended one run, or were caught outside of any.',
    labels: [],
  },
  notifications: {
    name: 'evidence_contract_notifications_total',
    type: 'counter',
    help: 'Notifications that were delivered or given up.',
    labels: [],
  },
  notificationFailures: {
    name: 'evidence_contract_notification_failures_total',
    type: 'counter',
    help: 'Notifications that were given up after every retry.',
    labels: [],
  },
  oldestNotification: {
    name: 'evidence_contract_notification_oldest_waiting_timestamp_seconds',
    type: 'gauge',
    help: 'When the oldest notification was made that is not delivered yet, as Unix time; 0 if none waits.',
    labels: [],
  },
  historyBytes: {
    name: 'evidence_contract_history_bytes',
    type: 'gauge',
    help: 'Size of the history.',
    labels: [],
  },
  historyMaximumBytes: {
    name: 'evidence_contract_history_maximum_bytes',
    type: 'gauge',
    help: 'Size within which the history stays (monitor.retention.maximumMegabytes); 0 where nothing of this monitor bounds it, as in PostgreSQL.',
    labels: [],
  },
  historyOldestRun: {
    name: 'evidence_contract_history_oldest_run_timestamp_seconds',
    type: 'gauge',
    help: 'When the oldest run began that the history has, as Unix time; 0 if it has none.',
    labels: [],
  },
  historyPromised: {
    name: 'evidence_contract_history_promised_seconds',
    type: 'gauge',
    help: 'How long runs that found nothing wrong are to be kept (monitor.retention).',
    labels: [],
  },
  historyKept: {
    name: 'evidence_contract_history_kept_seconds',
    type: 'gauge',
    help: 'How long runs that found nothing wrong are kept: as promised, or less where the size of the history does not allow that.',
    labels: [],
  },
  reloadSuccess: {
    name: 'evidence_contract_configuration_last_reload_successful',
    type: 'gauge',
    help: '1 if the last reload of the configuration succeeded, 0 if it failed and the old configuration was kept.',
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
    help: 'Always 1; the labels say which versions run.',
    labels: ['version', 'node_version'],
  },
} as const satisfies Readonly<Record<string, MetricName>>;

/**
 * Upper bounds of the request duration histogram, in seconds. A quantile assumes that requests are evenly spread over
 * their bucket: around the 5 s of an alert, buckets are a second wide. 15 is the default timeout. Each bucket is a
 * series of each installation; together they are nearly half of all series.
 */
export const durationBuckets = [0.05, 0.2, 0.5, 1, 2, 4, 5, 6, 7, 15] as const;
