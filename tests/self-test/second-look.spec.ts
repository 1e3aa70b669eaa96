import { expect, test } from '@playwright/test';
import { type Fault, faults } from '../../reference-server/faults/index.ts';
import { type Variant, variants } from '../../reference-server/variants/index.ts';
import { seriesValue, withMonitoring } from '../monitor/support/monitoring.ts';
import { long } from '../support/long.ts';
import { settingsFor } from './support/judge-reference.ts';

/** The timeout for installations that never answer. */
const shortTimeoutMs = 700;

/** One fault or variant for each kind of request that the second look repeats; the others differ only in the answer. */
const daily: readonly string[] = [
  'citations-missing',
  'citations-open-without-key',
  'any-query-key-accepted',
  'query-key-forbidden-without-a-body',
  'unknown-citation-crash-as-html',
  'throttles-as-text',
  'second-page-as-html',
  'citations-as-html-where-no-json-is-asked-for',
  'projects-of-another-user-null',
  'users-always-the-first',
  'extraction-unknown-element',
  'import-answers-200',
  'import-names-what-nobody-finds',
  'project-needed-on-lists',
  'project-named-unknown',
  'throttles-once-503',
  'import-forbidden-to-this-user',
];

const detailsOf = ({ name }: { readonly name: string }) => (daily.includes(name) ? {} : long);

/**
 * Watches an installation with a real monitor, in the tier that shows everything, for a number of runs, and compares the
 * JSON, the metrics and the page.
 */
async function watch(
  settings: Parameters<typeof withMonitoring>[0],
  label: string,
  state: string,
  runs = 1,
): Promise<void> {
  await withMonitoring(settings, async ({ nextRun, get }) => {
    for (let run = 0; run < runs; run += 1) await nextRun();
    const { installations = [] } = (await get('/api/v1/installations')).json();
    expect(installations.map((one) => one.state)).toEqual([state]);
    const metrics = (await get('/metrics')).text;
    const shown = seriesValue(metrics, 'evidence_contract_installation_state', {
      installation: 'alpha',
      state,
    });
    expect(shown).toBe(1);
    expect((await get('/installations/alpha')).text).toMatch(new RegExp(`<title>[^<]*${label}`, 'i'));
  });
}

function settingsOf(row: Pick<Fault | Variant, 'settings' | 'name'>): Parameters<typeof withMonitoring>[0] {
  const own = settingsFor(row);
  const allowImport = own.allowImport ?? true;
  const isSilent = row.name.includes('hang');
  return {
    installation: {
      ...own,
      allowImport,
      pace: { perSecond: 'off', concurrency: 8 },
      ...(isSilent ? { timeoutMs: shortTimeoutMs } : {}),
    },
    block: {
      schedule: { pulse: 'off', standard: 'off', full: allowImport ? 'off' : '1d' },
      ...(allowImport ? { imports: { schedule: '1d' } } : {}),
    },
  };
}

test.describe('a fault stays a violation after the second look of a monitor', () => {
  for (const fault of faults) {
    test(fault.name, detailsOf(fault), async () => {
      const settings = { ...settingsOf(fault), transforms: [fault.transform(fault.at)] };
      await watch(settings, 'Violating', 'violating');
    });
  }
});

test.describe('a variant raises no alarm in a monitor', () => {
  for (const variant of variants.filter(({ heavy, options }) => heavy !== true && options === undefined)) {
    test(variant.name, detailsOf(variant), async () => {
      const { transform, state = 'conforming' } = variant;
      const settings = {
        ...settingsOf(variant),
        ...(transform === undefined ? {} : { transforms: [transform()] }),
      };
      const labels = { conforming: 'Conforming', incomplete: 'Incomplete', violating: 'Violating' } as const;
      // The second run would confirm a failure that the first one withdraws. This variant has lost its record by then.
      const runs = variant.name === 'extraction-removed-in-between' ? 1 : 2;
      await watch(settings, labels[state], state, runs);
    });
  }
});
