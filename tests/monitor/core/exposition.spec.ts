import { gunzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { openMetricsHead } from '../../../monitor/metrics/exposition.ts';
import { askRaw } from '../support/ask-raw.ts';
import { withMonitoring } from '../support/monitoring.ts';

const plain = 'text/plain; version=0.0.4; charset=utf-8';
const open = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** The Accept headers of clients, and the content type of the answer. */
const negotiations: readonly (readonly [string, string | undefined, string])[] = [
  ['nothing', undefined, plain],
  ['anything', '*/*', plain],
  ['an unknown type', 'application/xml', plain],
  ['OpenMetrics', 'application/openmetrics-text', open],
  ['OpenMetrics of another version', 'application/openmetrics-text; version=9.0.0', plain],
  [
    'OpenMetrics with less weight than text',
    'application/openmetrics-text;version=1.0.0;q=0.2,text/plain;q=0.8',
    plain,
  ],
  [
    'Prometheus 3',
    'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2',
    open,
  ],
];

const samplesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    // Without the metrics of the process itself, which change from moment to moment.
    .filter((line) => line.startsWith('evidence_contract_'));

test('/metrics negotiates its format; OpenMetrics has the same samples, unique families without _total, and an EOF', async () => {
  await withMonitoring({}, async ({ get, nextRun }) => {
    const wrong: string[] = [];
    for (const [name, accept, type] of negotiations) {
      const { headers, status } = await get('/metrics', accept === undefined ? {} : { accept });
      if (status !== 200 || headers.get('content-type') !== type)
        wrong.push(`${name}: ${status} ${headers.get('content-type')}`);
      expect(headers.get('vary')).toContain('Accept');
    }
    expect(wrong).toEqual([]);
    await nextRun();
    const text = (await get('/metrics')).text;
    const openText = (await get('/metrics', { accept: 'application/openmetrics-text' })).text;
    expect(samplesOf(openText)).toEqual(samplesOf(text));
    expect(samplesOf(text).length).toBeGreaterThan(30);
    expect(openText.endsWith('\n# EOF\n')).toBe(true);
    const lines = openText.split('\n').slice(0, -1);
    expect(lines.filter((line) => line === '')).toEqual([]);
    expect(lines.filter((line) => line === '# EOF')).toHaveLength(1);
    let family = '';
    let kind = '';
    const seen = new Set<string>();
    const stray = lines.filter((line) => {
      const [mark, word, name = '', type = ''] = line.split(' ');
      if (mark === '#' && word === 'HELP') {
        const isTwice = seen.has(name);
        seen.add(name);
        family = name;
        return isTwice || name.endsWith('_total');
      }
      if (mark === '#' && word === 'TYPE') {
        kind = type;
        return name !== family;
      }
      if (line === '# EOF') return false;
      const sample = /^[a-z_\d]+/.exec(line)?.[0] ?? '';
      const suffixes = { counter: ['_total'], histogram: ['_bucket', '_sum', '_count'] }[kind] ?? [''];
      return !suffixes.some((suffix) => sample === family + suffix);
    });
    expect(stray).toEqual([]);
    expect(seen.size).toBeGreaterThan(40);
  });
});

test('an OpenMetrics head drops _total from a counter, but not from a gauge, and escapes quotation marks', () => {
  expect(
    openMetricsHead({ help: '# HELP a_total Counts "things".', type: '# TYPE a_total counter' }),
  ).toEqual({ help: '# HELP a Counts \\"things\\".', type: '# TYPE a counter' });
  expect(openMetricsHead({ help: '# HELP a_total Not one.', type: '# TYPE a_total gauge' })).toEqual({
    help: '# HELP a_total Not one.',
    type: '# TYPE a_total gauge',
  });
});

test('metrics are compressed only for clients that accept gzip', async () => {
  await withMonitoring({}, async ({ monitor, nextRun }) => {
    await nextRun();
    const ask = async (headers: Readonly<Record<string, string>>) => {
      const answer = await askRaw(new URL('/metrics', monitor.url), { headers });
      return { encoding: answer.headers['content-encoding'], body: answer.body };
    };
    const whole = await ask({});
    expect(whole.encoding).toBeUndefined();
    for (const accept of ['text/plain', 'application/openmetrics-text']) {
      const zipped = await ask({ 'accept-encoding': 'gzip', accept });
      expect(zipped.encoding).toBe('gzip');
      expect(zipped.body.length * 4).toBeLessThan(whole.body.length);
      const text = gunzipSync(zipped.body).toString();
      expect(samplesOf(text)).toEqual(samplesOf(whole.body.toString()));
    }
    expect((await ask({ 'accept-encoding': 'identity' })).encoding).toBeUndefined();
    expect((await ask({ 'accept-encoding': 'gzip;q=0' })).encoding).toBeUndefined();
  });
});
