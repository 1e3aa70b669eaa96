import type { PlaywrightTestOptions, TestDetails, TestInfo, TestStepInfo } from '@playwright/test';
import { allCheckCases } from '../contract/checks/catalogue.ts';
import type { CheckCase } from '../contract/judging/judge.ts';
import { verdictKey } from '../contract/judging/verdict.ts';
import { stateOf } from '../contract/state.ts';
import { readEnvironment } from '../engine/configuration/environment.ts';
import { groupBy } from '../engine/group-by.ts';
import type { RecordedVerdict } from '../engine/record/run-record.ts';
import { type ContractName, namedCheckCases } from '../library/named-check-cases.ts';
import { refuseUnknownOptions, requireNames, withoutOwnFrames } from '../library/refusals.ts';
import { coveragePercent } from '../reports/words.ts';
import { askBroker, BrokerError, type Judged } from './broker/messages.ts';
import type { TestFinding } from './broker/test-findings.ts';
import { nameOf, type TopicCheckCases, topicsOf } from './check-cases.ts';
import { type Declaring, type Describe, declaringAtCallerOf, frameAt, plainError } from './errors.ts';
import { test } from './fixtures.ts';
import {
  annotationOf,
  attachmentName,
  documentAnnotations,
  failureText,
  findingText,
  referenceText,
  requirementAnnotations,
  stepTitle,
  titleOf,
} from './sentences.ts';

/**
 * The options of a browser context as plain values, for tests that open no browser. Playwright's defaults are
 * functions: it sets up and tears down each of them around every test, each time as a step with a stack trace, 15 ms a
 * test.
 */
export const withoutBrowser: Partial<PlaywrightTestOptions> = {
  acceptDownloads: false,
  baseURL: 'http://no-browser.invalid',
  bypassCSP: false,
  clientCertificates: [],
  colorScheme: null,
  contrast: null,
  deviceScaleFactor: 1,
  extraHTTPHeaders: {},
  forcedColors: null,
  geolocation: { latitude: 0, longitude: 0 },
  hasTouch: false,
  httpCredentials: { username: '', password: '' },
  ignoreHTTPSErrors: false,
  isMobile: false,
  javaScriptEnabled: false,
  locale: 'en',
  offline: true,
  permissions: [],
  proxy: { server: 'http://no-browser.invalid' },
  reducedMotion: null,
  screen: { width: 0, height: 0 },
  serviceWorkers: 'block',
  storageState: { cookies: [], origins: [] },
  timezoneId: 'UTC',
  userAgent: '',
  viewport: null,
};

/**
 * The run has its own deadline, which it reports better than a test timeout would, and opens no browser. The tests of
 * one `describe` stay together, so that no two shards request the same endpoint.
 */
function configureJudging(): void {
  test.describe.configure({ mode: 'default', timeout: 0 });
  test.use(withoutBrowser);
}

/** Declares a test at the caller's line; errors that affect every test are reported there. */
function declareTest(
  at: Declaring,
  title: string,
  details: TestDetails,
  body: (testInfo: TestInfo, skip: Skip) => Promise<void>,
): void {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern before the test info.
  at<[string, TestDetails, TestBody]>(test, title, details, async ({}, testInfo) => {
    const skip: Skip = (condition, reason) => at<Parameters<Skip>>(test.skip, condition, reason);
    try {
      await refuseOtherAddress(testInfo);
      await body(testInfo, skip);
    } catch (thrown) {
      if (!(thrown instanceof BrokerError)) throw thrown;
      throw plainError(thrown.message, [frameAt(testInfo)]);
    }
  });
}

type TestBody = Parameters<typeof test>[2];

/** A project that configures another address would be green by the answers of the configured installation. */
async function refuseOtherAddress(testInfo: TestInfo): Promise<void> {
  const { name, use } = testInfo.project;
  if (use.baseURL === undefined) return;
  const { baseUrl } = await askBroker('installation');
  const [own, checked] = [use.baseURL, baseUrl].map((url) => (URL.canParse(url) ? new URL(url).origin : ''));
  if (own === checked) return;
  const whose = name === '' ? 'the configuration' : `the project ${name}`;
  throw plainError(
    `use.baseURL of ${whose} is an address at ${own || 'no host'}, but the contract is checked at ${baseUrl}. Set BASE_URL, or INSTALLATION, to check another installation, in a run of its own; otherwise leave baseURL out of the project with the tests of the contract.`,
    [frameAt(testInfo)],
  );
}

/** Skips the test, at the line of its declaration, if the condition holds. */
type Skip = (condition: boolean, reason: string) => void;

/** The installation test reports an error that affects every test; the others are skipped. */
async function askOrSkipTest<T>(ask: () => Promise<T>, skip: Skip): Promise<T> {
  try {
    return await ask();
  } catch (thrown) {
    skip(thrown instanceof BrokerError, thrown instanceof Error ? thrown.message : '');
    throw thrown;
  }
}

/**
 * Declares tests that the installation can be tested, that its coverage reaches `MIN_COVERAGE`, and that it shows no
 * breaking drift from `BASELINE`.
 */
function installationTests(tags: readonly string[], at: Declaring): void {
  const details = { tag: ['@state', ...tags] };
  at<Describe>(test.describe, 'The installation', () => {
    configureJudging();
    declareTest(at, 'can be tested', details, async (testInfo) => {
      const { state, cause, coverage } = await askBroker('state');
      const isUnjudged = cause !== undefined && coverage === 0;
      // If nothing can be judged, one test fails with the cause, and all others are skipped.
      if (state === 'unknown' ? isUnjudged : stateOf(state).explainsEverything)
        throw plainError(cause ?? `The installation is ${state}.`, [frameAt(testInfo)]);
    });

    // Without these settings there is nothing to test.
    const { MIN_COVERAGE, BASELINE } = readEnvironment(process.env, process.cwd());
    if (MIN_COVERAGE !== undefined)
      declareTest(at, 'is judged as far as MIN_COVERAGE demands', details, async (testInfo, skip) => {
        const { reached, required } = await askOrSkipTest(() => askBroker('coverage'), skip);
        if (reached >= required) return;
        const [some, all] = [reached, required].map(coveragePercent);
        throw plainError(`Only ${some} of the checks could be judged; MIN_COVERAGE demands ${all}.`, [
          frameAt(testInfo),
        ]);
      });
    if (BASELINE !== undefined)
      declareTest(at, 'shows no breaking drift from BASELINE', details, async (testInfo, skip) => {
        const { notCompared, breaking, other } = await askOrSkipTest(() => askBroker('drift'), skip);
        testInfo.annotations.push(...other.map((description) => ({ type: 'drift', description })));
        if (breaking.length > 0) throw plainError(breaking.join('\n'), [frameAt(testInfo)]);
        skip(notCompared !== undefined, notCompared ?? '');
      });
  });
}

/** The part of the contract to declare, and the tags of its tests. */
export interface ContractTestsOptions {
  /**
   * Checks (`auth.no-key-rejected`), topics (`auth`), endpoints (`users`), a check or topic at an endpoint
   * (`auth@users`), or requirements (`AUTH-9`) to select. Default: the whole contract.
   */
  readonly only?: readonly ContractName[];
  /** Tags for all of these tests besides those of their topics, such as `@contract`. */
  readonly tags?: readonly string[];
}

const optionNames = ['only', 'tags'] as const;

/**
 * Declares the contract as tests: a `describe` for each endpoint, a test for each topic there, a step for each check;
 * and tests that the installation can be tested and that its coverage reaches `MIN_COVERAGE`. Call it in a test file.
 * @throws UserError for an unknown name, with the nearest one
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
    // Several declarations in one file each test the installation: their titles keep these tests apart. An @ at the
    // start of a word in a title would make it a tag.
    const title = only.join(', ').replaceAll('@', ' at ');
    at<Describe>(test.describe, title, () => declare(checkCases, tags, at));
  }
}

function declare(checkCases: readonly CheckCase[], tags: readonly string[], at: Declaring): void {
  for (const [endpoint, topics] of groupBy(topicsOf(checkCases), ({ endpoint }) => endpoint.id)) {
    at<Describe>(test.describe, endpoint, () => {
      configureJudging();
      for (const topic of topics) {
        const annotation = [...requirementAnnotations(topic), ...topic.checkCases.map(annotationOf)];
        const details = { tag: [`@${topic.topic}`, ...tags], annotation };
        declareTest(at, titleOf(topic), details, (testInfo, skip) => judgeTopic(topic, testInfo, skip));
      }
    });
  }
  installationTests(tags, at);
}

async function judgeTopic({ checkCases }: TopicCheckCases, testInfo: TestInfo, skip: Skip): Promise<void> {
  const judged = await askOrSkipTest(() => askBroker('test', checkCases.map(nameOf)), skip);
  const { record, findings } = judged;
  const elsewhere = findings.filter(({ reportedBy }) => reportedBy !== undefined);
  for (const verdict of record.verdicts) annotate(verdict, testInfo);
  testInfo.annotations.push(...documentAnnotations(record, judged.document));
  await showSteps(judged, elsewhere, testInfo);
  const inFindings = keysIn(findings);
  // Faults of the suite belong to no finding.
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

/** A test is green only for what it judged: it is skipped if it judged nothing, or less than half of its checks. */
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

/**
 * Shows each verdict as a step: a failure with its exchange attached, a check that was not judged as skipped with the
 * reason.
 */
async function showSteps(
  { record }: Judged,
  elsewhere: readonly TestFinding[],
  testInfo: TestInfo,
): Promise<void> {
  const { file, line, column } = testInfo;
  const reportedElsewhere = keysIn(elsewhere);
  const attached = new Set<string>();
  for (const verdict of record.verdicts) {
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
    const shown = test.step(stepTitle(verdict), show, { location: { file, line, column } });
    // The test fails with the text of the whole finding instead.
    await (isRed ? shown.catch(() => undefined) : shown);
  }
}

function keysIn(findings: readonly TestFinding[]): ReadonlySet<string> {
  return new Set(findings.flatMap(({ failures }) => failures.map(verdictKey)));
}

function isFailure({ outcome, known }: RecordedVerdict): boolean {
  return outcome === 'error' || (outcome === 'fail' && known === undefined);
}

/** Annotates a test with checks that could not be judged or that are known to fail. */
function annotate({ outcome, check, message, known }: RecordedVerdict, testInfo: TestInfo): void {
  if (outcome === 'pass' || (outcome === 'fail' && known === undefined)) return;
  const type = outcome === 'fail' ? 'known failure' : outcome;
  testInfo.annotations.push({ type, description: `${check}: ${known ?? message}` });
}
