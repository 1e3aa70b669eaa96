import { Gauge, Registry } from 'prom-client';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { medianOfPhase, phases } from '../phases.ts';

/**
 * The metrics of a probe under the names of blackbox_exporter, so that its dashboards work.
 * @param record the run of the probe
 */
export async function probeText(record: RunRecord): Promise<string> {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: readonly string[] = []): Gauge<string> =>
    new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] });
  const isSuccess = record.state === 'conforming';
  gauge('probe_success', 'Displays whether or not the probe was a success').set(isSuccess ? 1 : 0);
  gauge('probe_duration_seconds', 'Returns how long the probe took to complete in seconds').set(
    record.durationMs / 1000,
  );
  const shown = record.exchanges.find(({ key }) => key === 'header') ?? record.exchanges[0];
  gauge('probe_http_status_code', 'Response HTTP status code').set(shown?.status ?? 0);
  const duration = gauge(
    'probe_http_duration_seconds',
    'Duration of http request by phase, the median of the requests of the probe that had it, 0 if none was measured',
    ['phase'],
  );
  for (const phase of phases) {
    duration.set({ phase: phase.blackbox }, (medianOfPhase(record.exchanges, phase) ?? 0) / 1000);
  }
  const { connection = {} } = record;
  const dns = medianOfPhase(record.exchanges, { field: 'dns' });
  // An IP address needs no lookup. Behind a proxy it is unknown: the proxy connects on our behalf.
  if (dns !== undefined || connection.ipProtocol !== undefined) {
    gauge('probe_dns_lookup_time_seconds', 'Returns the time taken for probe dns lookup in seconds').set(
      (dns ?? 0) / 1000,
    );
  }
  if (connection.ipProtocol !== undefined)
    gauge('probe_ip_protocol', 'Specifies whether probe ip protocol is IP4 or IP6').set(
      connection.ipProtocol,
    );
  if (connection.httpVersion !== undefined)
    gauge('probe_http_version', 'Returns the version of HTTP of the probe response').set(
      Number(connection.httpVersion),
    );
  if (connection.tlsVersion !== undefined)
    gauge('probe_tls_version_info', 'Returns the TLS version used or NaN when unknown', ['version']).set(
      { version: connection.tlsVersion },
      1,
    );
  const isSecure = record.installation.baseUrl.startsWith('https:');
  gauge('probe_http_ssl', 'Indicates if SSL was used for the final redirect').set(isSecure ? 1 : 0);
  if (record.tls !== undefined) {
    gauge('probe_ssl_earliest_cert_expiry', 'Returns last SSL chain expiry in unixtime').set(
      Date.parse(record.tls.expiresAt) / 1000,
    );
  }
  return registry.metrics();
}
