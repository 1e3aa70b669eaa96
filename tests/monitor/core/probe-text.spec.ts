import { expect, test } from '@playwright/test';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { probeText } from '../../../monitor/metrics/probe-text.ts';
import { exchange, projects, record, users } from '../../support/records.ts';

/** The samples about the connection, without help lines. */
async function connectionSamples(rest: Partial<RunRecord>): Promise<readonly string[]> {
  const text = await probeText(record([], rest));
  return text
    .split('\n')
    .filter((line) => /^probe_(?:dns_lookup|http_version|ip_protocol|tls_version)/.test(line));
}

const exchanges = [
  exchange('x1', projects, { phasesMs: { dns: 12, connect: 1, total: 20 } }),
  exchange('x2', users, { phasesMs: { total: 20 } }),
];

const cases: readonly (readonly [string, Partial<RunRecord>, readonly string[]])[] = [
  [
    'a host name over TLS',
    { exchanges, connection: { ipProtocol: 6, httpVersion: '1.1', tlsVersion: 'TLS 1.3' } },
    [
      'probe_dns_lookup_time_seconds 0.012',
      'probe_ip_protocol 6',
      'probe_http_version 1.1',
      'probe_tls_version_info{version="TLS 1.3"} 1',
    ],
  ],
  [
    'an IP address',
    { exchanges: exchanges.slice(1), connection: { ipProtocol: 4, httpVersion: '1.0' } },
    ['probe_dns_lookup_time_seconds 0', 'probe_ip_protocol 4', 'probe_http_version 1'],
  ],
  [
    'a known host name whose port refuses connections',
    { exchanges: [exchange('x1', projects, { phasesMs: { dns: 3, total: 5 } })] },
    ['probe_dns_lookup_time_seconds 0.003'],
  ],
  ['an installation behind a proxy', { exchanges: exchanges.slice(1) }, []],
];

for (const [name, rest, samples] of cases) {
  test(`a probe of ${name} shows only the facts known about its connection`, async () => {
    expect(await connectionSamples(rest)).toEqual(samples);
  });
}
