import { findingsOf } from '../../engine/record/findings.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { faults } from '../../reference-server/faults/index.ts';
import { everywhere } from '../../reference-server/transform-builders.ts';
import { catchesOf, coverageProblems, faultProblems } from './support/expectations.ts';
import { expectedAlone, findingsByCode, reworded } from './support/expected-findings.ts';
import { atRandom, judgeReference, patienceWith, settingsFor } from './support/judge-reference.ts';
import { ruleExamples } from './support/rule-examples.ts';
import { annotations, expect, test } from './support/self-test.ts';

test('every check, and every requirement that has a check, has a fault', () => {
  expect(coverageProblems(faults)).toEqual([]);
});

test.describe('a fault is caught by its check, and by no check at another endpoint', () => {
  for (const fault of faults) {
    test(fault.name, async ({ bodies }) => {
      const settings = { ...settingsFor(fault), ...patienceWith([fault]) };
      const record = await judgeReference({ transforms: [fault.transform(fault.at)] }, settings, bodies);
      const places = catchesOf(fault, record).map(({ endpoint }) => endpoint);
      test.info().annotations.push(
        { type: annotations.requirement, description: fault.breaks },
        { type: annotations.check, description: fault.caughtBy },
        {
          type: annotations.caughtBy,
          description: `${places[0]}${places.length > 1 ? ` and ${places.length - 1} more` : ''}`,
        },
      );
      expect(faultProblems(fault, record)).toEqual([]);
      ruleExamples[fault.name]?.(record);
      if (fault.name === atRandom) return;
      // One fault is one finding at any number of endpoints, and its id does not depend on the wording.
      const sentences = findingsOf(record).map(({ sentence }) => sentence);
      expect(sentences, sentences.join('\n')).toHaveLength(1);
      expect(findingsByCode(record)).toEqual(expectedAlone.get(fault.name));
      const ids = (run: RunRecord): readonly string[] => findingsOf(run).map(({ id }) => id);
      expect(ids(reworded(record))).toEqual(ids(record));
    });
  }
});

test('an open import is found even if imports are not allowed', async ({ bodies }) => {
  const fault = faults.find(({ name }) => name === 'import-of-good-bundle-open-without-key');
  const transforms = fault === undefined ? [] : [fault.transform(fault.at)];
  const record = await judgeReference({ transforms }, { allowImport: false }, bodies);
  const failed = record.verdicts.filter(({ outcome }) => outcome === 'fail');
  expect(failed.map(({ check, endpoint }) => `${check} at ${endpoint}`)).toEqual([
    'auth.no-key-rejected at POST /api/v3/fhir_imports',
  ]);
});

for (const name of ['any-bearer-accepted', 'any-query-key-accepted', 'revoked-header-key-accepted']) {
  test(`${name}: a key that every endpoint wrongly accepts is one finding, even if imports are not allowed`, async ({
    bodies,
  }) => {
    const transforms = faults.filter((one) => one.name === name).map(({ at, transform }) => transform(at));
    expect(transforms).toHaveLength(1);
    const record = await judgeReference({ transforms }, { allowImport: false }, bodies);
    const sentences = findingsOf(record).map(({ sentence }) => sentence);
    expect(sentences, sentences.join('\n')).toHaveLength(1);
  });
}

test('a missing key that every endpoint accepts is one finding about it, even if imports are not allowed', async ({
  bodies,
}) => {
  const open = faults.find(({ name }) => name === 'projects-open-without-key');
  const transforms = open === undefined ? [] : [open.transform(everywhere)];
  const record = await judgeReference({ transforms }, { allowImport: false }, bodies);
  const found = findingsOf(record);
  expect(found.map(({ reason }) => reason?.code)).toEqual(['accepts-missing-key']);
  expect(found[0]?.places.endpoints).toContain('POST /api/v3/fhir_imports');
});
