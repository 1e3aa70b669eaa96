import { expect, test } from '@playwright/test';
import type { Installation } from '../../../engine/configuration/installation.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { runInstallation } from '../../../engine/run/run-installation.ts';
import { faults } from '../../../reference-server/faults/index.ts';
import { type ResponseTransform, startReference } from '../../../reference-server/index.ts';
import { variants } from '../../../reference-server/variants/index.ts';
import { type Remedy, remediesOf, renderRemedies } from '../../../reports/advice/remedies.ts';
import { allKeys, makeTestInstallation } from '../../support/installation.ts';
import { slow } from '../../support/long.ts';
import { whileOpen } from '../../support/serving.ts';
import { sharedBodies } from '../../support/shared-bodies.ts';

type Settings = Partial<Installation> | ((keys: ReturnType<typeof allKeys>) => Partial<Installation>);

/** Checks the reference installation with these settings and a variant. */
async function recordOf(
  settings: Settings,
  variant?: string,
  more: readonly ResponseTransform[] = [],
): Promise<RunRecord> {
  const found = variants.find(({ name }) => name === variant);
  const made = found?.transform?.();
  const transforms = made === undefined ? more : [made, ...more];
  return whileOpen(startReference({ rateLimit: 'off', transforms }), async (reference) => {
    const keys = allKeys(reference.keys);
    const own = typeof settings === 'function' ? settings(keys) : settings;
    const installation = makeTestInstallation({ baseUrl: reference.baseUrl, key: keys.key, ...own });
    return (await runInstallation(installation, { tier: 'full', bodies: sharedBodies() })).record;
  });
}

const unjudged = ({ verdicts }: RunRecord): readonly string[] =>
  verdicts
    .filter(({ outcome }) => outcome === 'untestable' || outcome === 'skip')
    .map(({ check, endpoint }) => `${check} at ${endpoint}`);

const named = ({ verdicts }: Pick<Remedy, 'verdicts'>): readonly string[] =>
  verdicts.map(({ check, endpoint }) => `${check} at ${endpoint}`);

const adviceOf = (record: RunRecord): readonly string[] => remediesOf(record).map(({ advice }) => advice);

test(
  'each advised setting makes its listed checks judgeable, and no advice is left if all are set',
  slow,
  async () => {
    const before = await recordOf({});
    const remedies = remediesOf(before);
    expect(remedies.flatMap(named).toSorted()).toEqual(unjudged(before).toSorted());
    const settings: Readonly<Record<string, Settings>> = {
      SECOND_API_KEY: ({ secondKey }) => ({ secondKey }),
      REVOKED_API_KEY: ({ revokedKey }) => ({ revokedKey }),
      ALLOW_IMPORT: { allowImport: true },
    };
    for (const [variable, setting] of Object.entries(settings)) {
      const remedy = remedies.find(({ advice }) => advice.includes(variable));
      expect(remedy?.verdicts.length, variable).toBeGreaterThan(0);
      const left = new Set(unjudged(await recordOf(setting)));
      expect(
        (remedy === undefined ? [] : named(remedy)).filter((name) => left.has(name)),
        variable,
      ).toEqual([]);
    }
    expect(remediesOf(await recordOf((keys) => ({ ...keys, allowImport: true })))).toEqual([]);
  },
);

/** A record belongs to a project, so creating a project comes first. */
const whereNoProjectIs = [
  'Create a project that the key may read, or name one: PROJECT_ID.',
  'Once there is a project: create an extraction in it, or name one that the key may read: EXTRACTION_ID.',
  'Once there is a project: create an SR360 record in it, or name one that the key may read: SD_META_DATA_ID.',
  'Once there is a project: create a citation in it, or name one that the key may read: CITATION_ID.',
];

/** The lists of records in a project are empty. */
const onlyProjects: ResponseTransform = {
  name: 'there are projects, and nothing in them',
  transformAnswer: (answer, { endpoint }) =>
    answer.status === 200 && /\/(?:citations|extractions|sd_meta_data)$/.test(endpoint ?? '')
      ? { ...answer, body: [] }
      : answer,
};

test('without a project, the first advice is to create one, which makes its listed checks judgeable', async () => {
  const before = await recordOf((keys) => ({ ...keys, allowImport: true }), 'lists-empty');
  const after = await recordOf((keys) => ({ ...keys, allowImport: true }), undefined, [onlyProjects]);
  const [first, ...others] = remediesOf(before);
  const left = unjudged(after);
  expect((first === undefined ? [] : named(first)).filter((name) => left.includes(name))).toEqual([]);
  expect(others.flatMap(named).toSorted()).toEqual(left.toSorted());
  // There is a project now, so the advice no longer mentions it.
  expect(adviceOf(after)).toContain('Create a citation that the key may read, or name one: CITATION_ID.');
});

test('creating a project comes before advice that needs one, even if it adds less coverage itself', async () => {
  const needsNoProject: ResponseTransform = {
    name: 'citations need no project',
    transformAnswer: (answer, { endpoint }) =>
      answer.status === 400 && endpoint === 'GET /api/v3/citations'
        ? { ...answer, status: 200, body: [] }
        : answer,
  };
  const record = await recordOf((keys) => ({ ...keys, allowImport: true }), 'lists-empty', [needsNoProject]);
  expect(adviceOf(record)).toEqual(whereNoProjectIs);
});

test('advice is sorted by gain, and the gains add up to the missing coverage', async () => {
  const record = await recordOf((keys) => ({ ...keys, allowImport: true }), 'lists-empty');
  const remedies = remediesOf(record);
  expect(remedies.map(({ gain }) => gain)).toEqual(
    remedies.map(({ gain }) => gain).toSorted((a, b) => b - a),
  );
  expect(adviceOf(record)).toEqual(whereNoProjectIs);
  const sum = remedies.reduce((total, { gain }) => total + gain, 0);
  expect(sum).toBeCloseTo(1 - record.coverage, 3);
});

test('the advice distinguishes a missing list parameter from a record that is not found', async () => {
  const parameter = await recordOf({ projectParameter: 'wrong' }, 'project-needed-on-lists');
  expect(adviceOf(parameter)[0]).toMatch(
    /^Name a project, and the parameter that takes it.* PROJECT_PARAMETER\.$/,
  );
  const record = await recordOf({}, 'citations-not-found-by-listed-ids');
  expect(adviceOf(record)[0]).toBe('Name a citation that the key may read: CITATION_ID.');
});

test('checks blocked by a failure get the advice to fix the failure, not to configure something', async () => {
  const notAllowed = faults.find(({ name }) => name === 'key-questions-405-behind-key');
  const transforms = notAllowed === undefined ? [] : [notAllowed.transform(notAllowed.at)];
  const record = await recordOf({}, undefined, transforms);
  const counted = remediesOf(record).filter(({ gain }) => gain > 0);
  expect(counted.map(({ advice }) => advice)).toEqual(['Fix what failed: it keeps these from being judged.']);
});

test('an unreachable installation gets one piece of advice: its cause', async () => {
  const { record } = await runInstallation(makeTestInstallation({ baseUrl: 'http://127.0.0.1:9' }), {
    tier: 'full',
    bodies: sharedBodies(),
  });
  const [first, ...others] = remediesOf(record).filter(({ gain }) => gain > 0);
  expect(others).toEqual([]);
  expect(first?.advice).toBe(record.cause);
});

test('the text shows coverage, advice and gain in lines of at most 100 characters', async () => {
  const record = await recordOf({}, 'citations-not-found-by-listed-ids');
  const text = renderRemedies(record, { colour: false, width: 100 });
  expect(text).toMatch(/^Coverage of test: \d[\d.]* % \(\d+ of \d+ checks judged\)\n/);
  expect(text).toMatch(
    /\n {2}- Name a citation that the key may read: CITATION_ID\.\n {4}\+\d+ checks?, coverage \+[\d.]+ %\n/,
  );
  expect(text).toContain('What it could judge beyond that');
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
});
