import type { TestInfo, TestStepInfo } from '@playwright/test';
import { allCheckCases } from '../contract/catalogue.ts';
import type { CheckCase } from '../contract/judge.ts';
import { verdictKey } from '../contract/verdict.ts';
import { groupBy } from '../engine/group-by.ts';
import type { RecordedVerdict } from '../engine/record/run-record.ts';
import type { ContractName } from '../library/contract-name.ts';
import { namedCheckCases } from '../library/named-check-cases.ts';
import { withoutOwnFrames } from '../library/own-frames.ts';
import { refuseUnknownOptions } from '../library/refuse-unknown-options.ts';
import { requireNames } from '../library/require-names.ts';
import { askBroker } from './broker/ask-broker.ts';
import type { Judged } from './broker/messages.ts';
import type { TestFinding } from './broker/test-findings.ts';
import { nameOf, type TopicCheckCases, topicsOf } from './check-cases.ts';
import { type Declaring, type Describe, declaringAtCallerOf } from './declaring-at.ts';
import { test } from './fixtures.ts';
import { installationTests } from './installation-tests.ts';
import { askOrSkip, declareAsJudged, declareTest, type Skip } from './judged-tests.ts';
import { frameAt, plainError } from './plain-error.ts';
import {
  annotationOf,
  attachmentName,
  documentAnnotations,
  failureText,
  findingText,
  referenceText,
  requirementAnnotations,
  stepTitle,
  tagOf,
  titleOf,
} from './sentences.ts';

/** Which part of the contract is declared, and how its tests are tagged. */
export interface ContractTestsOptions {
  /**
   * Checks (`auth.no-key-rejected`), topics (`auth`), endpoints (`users`), a check or topic at an endpoint
   * (`auth@users`), or requirements (`AUTH-9`): all that they name. Default: the whole contract.
   */
  readonly only?: readonly ContractName[];
  /** Tags for all of these tests beside those of their topics, such as `@contract`. */
  readonly tags?: readonly string[];
}

const optionNames = ['only', 'tags'] as const;

/**
 * Declares the contract as tests: a `describe` for each endpoint, a test for each topic there, a step for each check; and
 * tests that the installation can be tested, and is judged as far as `MIN_COVERAGE` demands. Call it in a test file.
 * @throws UserError for a name that nothing has, with the nearest one
 */
export function contractTests(options: ContractTestsOptions = {}): void {
  const at = declaringAtCallerOf(contractTests);
  try {
    declareChosen(options, at);
  } catch (thrown) {
    throw withoutOwnFrames(thrown);
  }
}

function declareChosen(options: ContractTestsOptions, at: Declaring): void {
  refuseUnknownOptions('contractTests', options, optionNames);
  const { only = [], tags = [] } = options;
  requireNames('contractTests: `only`', only);
  requireNames('contractTests: `tags`', tags);
  if (only.length === 0) declare(allCheckCases, tags, at);
  else {
    const checkCases = namedCheckCases(only);
    // Parts may overlap, and each tests the installation: their names keep them apart where one file declares several.
    // What begins with an @ in a title would be a tag.
    const title = only.join(', ').replaceAll('@', ' at ');
    at<Describe>(test.describe, title, () => declare(checkCases, tags, at));
  }
}

function declare(checkCases: readonly CheckCase[], tags: readonly string[], at: Declaring): void {
  for (const [endpoint, topics] of groupBy(topicsOf(checkCases), ({ endpoint }) => endpoint.id)) {
    at<Describe>(test.describe, endpoint, () => {
      declareAsJudged();
      for (const topic of topics) {
        const annotation = [...requirementAnnotations(topic), ...topic.checkCases.map(annotationOf)];
        const details = { tag: [tagOf(topic), ...tags], annotation };
        declareTest(at, titleOf(topic), details, (testInfo, skip) => judgeTopic(topic, testInfo, skip));
      }
    });
  }
  installationTests(tags, at);
}

async function judgeTopic({ checkCases }: TopicCheckCases, testInfo: TestInfo, skip: Skip): Promise<void> {
  const judged = await askOrSkip(() => askBroker('test', checkCases.map(nameOf)), skip);
  const { record, findings } = judged;
  const elsewhere = findings.filter(({ reportedBy }) => reportedBy !== undefined);
  for (const verdict of record.verdicts) annotate(verdict, testInfo);
  testInfo.annotations.push(...documentAnnotations(record, judged.document));
  await showSteps(checkCases, judged, elsewhere, testInfo);
  const inFindings = keysIn(findings);
  // Faults of the suite are in no finding.
  const others = record.verdicts.filter((one) => isFailure(one) && !inFindings.has(verdictKey(one)));
  const texts = [
    ...findings.filter((one) => !elsewhere.includes(one)).map((finding) => findingText(finding, record)),
    ...others.map((verdict) => failureText(verdict, record)),
  ];
  const references = elsewhere.map(referenceText);
  if (texts.length > 0) throw plainError([...texts, ...references].join('\n\n'), [frameAt(testInfo)]);
  skip(references.length > 0, references.join(' '));
  skipUnjudged(record.verdicts, testInfo, skip);
}

/** A test is green by what it judged: it is skipped if that is nothing, or less than half of what was asked for. */
function skipUnjudged(verdicts: readonly RecordedVerdict[], testInfo: TestInfo, skip: Skip): void {
  const judged = verdicts.filter(({ outcome }) => outcome === 'pass' || outcome === 'fail').length;
  const untestable = verdicts.filter(({ outcome }) => outcome === 'untestable');
  const all = judged + untestable.length;
  const reason = (untestable[0] ?? verdicts[0])?.message ?? '';
  skip(judged === 0, reason);
  if (untestable.length === 0) return;
  testInfo.annotations.push({ type: 'judged', description: `${judged} of ${all} checks` });
  skip(judged < untestable.length, `Only ${judged} of ${all} checks could be judged. ${reason}`);
}

/** Shows each verdict as a step: a failure with its exchange attached, what was not judged as skipped with the reason. */
async function showSteps(
  checkCases: readonly CheckCase[],
  { record }: Judged,
  elsewhere: readonly TestFinding[],
  testInfo: TestInfo,
): Promise<void> {
  const { file, line, column } = testInfo;
  const reportedElsewhere = keysIn(elsewhere);
  const attached = new Set<string>();
  for (const [index, verdict] of record.verdicts.entries()) {
    const { check } = checkCases[index] ?? {};
    if (check === undefined) continue;
    const isRed = isFailure(verdict) && !reportedElsewhere.has(verdictKey(verdict));
    const exchange = record.exchanges.find(({ id }) => id === verdict.exchange);
    const show = async (step: TestStepInfo): Promise<void> => {
      if (!isRed) return step.skip(!['pass', 'fail'].includes(verdict.outcome), verdict.message);
      if (exchange !== undefined && !attached.has(exchange.id)) {
        attached.add(exchange.id);
        await step.attach(attachmentName(exchange, record.exchanges), {
          body: JSON.stringify(exchange, undefined, 2),
          contentType: 'application/json',
        });
      }
      throw plainError(failureText(verdict, record), [frameAt(testInfo)]);
    };
    const shown = test.step(stepTitle(verdict, check), show, { location: { file, line, column } });
    // The test fails for it with the text of the whole finding.
    await (isRed ? shown.catch(() => undefined) : shown);
  }
}

function keysIn(findings: readonly TestFinding[]): ReadonlySet<string> {
  return new Set(findings.flatMap(({ failures }) => failures.map(verdictKey)));
}

function isFailure({ outcome, known }: RecordedVerdict): boolean {
  return outcome === 'error' || (outcome === 'fail' && known === undefined);
}

/** Annotates a test with what could not be judged or is known to fail. */
function annotate({ outcome, check, message, known }: RecordedVerdict, testInfo: TestInfo): void {
  if (outcome === 'pass' || (outcome === 'fail' && known === undefined)) return;
  const type = outcome === 'fail' ? 'known failure' : outcome;
  testInfo.annotations.push({ type, description: `${check}: ${known ?? message}` });
}
