import { expect, type TestInfo, _baseTest as test } from '@playwright/test';
import { verdictKey } from '../../contract/verdict.ts';
import { readEnvironment } from '../../engine/configuration/environment.ts';
import type { RecordedVerdict, RunRecord } from '../../engine/record/run-record.ts';
import { askForCoverage, askForState, askForVerdicts, BrokerError } from './support/ask-broker.ts';
import { type CheckCaseName, nameOf, type TopicCheckCases, topicCheckCases } from './support/check-cases.ts';
import { plainError } from './support/plain-error.ts';
import {
  annotationOf,
  failureText,
  findingText,
  referenceText,
  requirementAnnotations,
  tagOf,
  titleOf,
} from './support/sentences.ts';
import type { TestFinding } from './support/test-findings.ts';

// Playwright's base test: the browser fixtures of the usual one cost 10 ms in every test, even without a browser.

/** A run has a deadline of its own, which it reports better than a test timeout would. */
test.setTimeout(0);

/** States that explain why nothing could be judged: one test fails with the cause, and all others are skipped. */
const explainingStates: readonly string[] = [
  'unreachable',
  'key-rejected',
  'not-this-api',
  'maintenance',
  'throttled',
];

for (const [endpoint, topics] of byEndpoint()) {
  test.describe(endpoint, () => {
    for (const topic of topics) {
      const annotation = [...requirementAnnotations(topic), ...topic.checkCases.map(annotationOf)];
      // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern before the test info.
      test(titleOf(topic), { tag: tagOf(topic), annotation }, async ({}, testInfo) => {
        await judgeTopic(topic, testInfo);
      });
    }
  });
}

test.describe('The installation', () => {
  test('can be tested', { tag: '@state' }, async () => {
    const { state, cause, coverage } = await askForState();
    const isUnjudged = state === 'unknown' && cause !== undefined && coverage === 0;
    if (explainingStates.includes(state) || isUnjudged)
      throw plainError(cause ?? `The installation is ${state}.`);
  });

  // Without MIN_COVERAGE there is nothing to test.
  if (readEnvironment(process.env, process.cwd()).MIN_COVERAGE === undefined) return;
  test('is judged as far as MIN_COVERAGE demands', { tag: '@state' }, async () => {
    const { reached, demanded } = await askOrSkip(askForCoverage);
    expect(reached, 'coverage: the share of the checks that could be judged').toBeGreaterThanOrEqual(
      demanded,
    );
  });
});

function byEndpoint(): ReadonlyMap<string, readonly TopicCheckCases[]> {
  const ids = [...new Set(topicCheckCases.map(({ endpoint }) => endpoint.id))];
  return new Map(ids.map((id) => [id, topicCheckCases.filter(({ endpoint }) => endpoint.id === id)]));
}

async function judgeTopic({ checkCases }: TopicCheckCases, testInfo: TestInfo): Promise<void> {
  const names: readonly CheckCaseName[] = checkCases.map(nameOf);
  const { record, findings } = await askOrSkip(() => askForVerdicts(names));
  const verdicts = record.verdicts;
  for (const verdict of verdicts) annotate(verdict, testInfo);
  const failures = verdicts.filter(
    ({ outcome, known }) => outcome === 'error' || (outcome === 'fail' && known === undefined),
  );
  await attachEvidence(failures, record, testInfo);
  const inFindings = new Set(findings.flatMap((finding) => finding.failures.map(verdictKey)));
  // Faults of the suite are in no finding.
  const others = failures.filter((verdict) => !inFindings.has(verdictKey(verdict)));
  const texts = [
    ...findings.filter(isReportedHere).map((finding) => findingText(finding, record)),
    ...others.map((verdict) => failureText(verdict, record)),
  ];
  const references = findings.filter((finding) => !isReportedHere(finding)).map(referenceText);
  if (texts.length > 0) throw plainError([...texts, ...references].join('\n\n'));
  test.skip(references.length > 0, references.join(' '));
  const judged = verdicts.some(({ outcome }) => outcome === 'pass' || outcome === 'fail');
  const reason = verdicts.find(({ outcome }) => outcome === 'untestable') ?? verdicts[0];
  test.skip(!judged, reason?.message);
}

function isReportedHere({ reportedBy }: TestFinding): boolean {
  return reportedBy === undefined;
}

/** The test of the installation reports an error that affects every test; the others are skipped. */
async function askOrSkip<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (thrown) {
    test.skip(thrown instanceof BrokerError, thrown instanceof Error ? thrown.message : '');
    throw thrown;
  }
}

/** Annotates a passing test with what could not be judged or is known to fail. */
function annotate({ outcome, check, message, known }: RecordedVerdict, testInfo: TestInfo): void {
  if (outcome === 'pass' || (outcome === 'fail' && known === undefined)) return;
  const type = outcome === 'fail' ? 'known failure' : outcome;
  testInfo.annotations.push({ type, description: `${check}: ${known ?? message}` });
}

/** Attaches the exchanges that show the failures, as in the record: without secrets. */
async function attachEvidence(
  failures: readonly RecordedVerdict[],
  record: RunRecord,
  testInfo: TestInfo,
): Promise<void> {
  const shown = new Set(failures.map(({ exchange }) => exchange));
  for (const exchange of record.exchanges.filter(({ id }) => shown.has(id))) {
    await testInfo.attach(`exchange ${exchange.id}`, {
      body: JSON.stringify(exchange, undefined, 2),
      contentType: 'application/json',
    });
  }
}
