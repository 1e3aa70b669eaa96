import { join, relative } from 'node:path';
import { deviationsOf, type JudgedRun } from '../../application/expectations.ts';
import { writeRunFiles } from '../../application/run-files.ts';
import { allCheckCases } from '../../contract/checks/catalogue.ts';
import type { Need } from '../../contract/checks/check.ts';
import { endpointOf } from '../../contract/document/endpoints.ts';
import {
  type Answer,
  type Exchange,
  isThrottledToTheEnd,
  notAskedSentence,
  wasAsked,
} from '../../contract/judging/exchange.ts';
import { type CheckCase, caseKey, unmetNeeds } from '../../contract/judging/judge.ts';
import { hasValidKey, type RequestSpec } from '../../contract/judging/request.ts';
import { verdictKey } from '../../contract/judging/verdict.ts';
import { limits } from '../../contract/limits.ts';
import { openMeaning } from '../../contract/reasons.ts';
import { type RunScope, scopeOf } from '../../contract/scope.ts';
import { needsMetBy } from '../../engine/configuration/installation.ts';
import { makeBodyReader } from '../../engine/evidence/body-reader.ts';
import type { CollectedEvidence } from '../../engine/evidence/collected-evidence.ts';
import { type Redaction, redactHeaders, redactReading } from '../../engine/evidence/redaction.ts';
import { countedFindings } from '../../engine/record/findings.ts';
import type { Finding } from '../../engine/record/group-failures.ts';
import { keepEvidence } from '../../engine/record/kept-evidence.ts';
import { makeRecord } from '../../engine/record/make-record.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { usualPreflight } from '../../engine/run/plan.ts';
import { type Session, startSession } from '../../engine/run/session.ts';
import { UserError } from '../../engine/user-error.ts';
import { suiteVersion } from '../../engine/version.ts';
import { driftCauses, driftSentences } from '../../reports/drift.ts';
import { reportFiles } from '../../reports/formats.ts';
import { type Deviations, nothingCompared } from '../../reports/notes.ts';
import { sanitize } from '../../reports/sanitize.ts';
import type { LeastJudged } from '../../reports/shortfall.ts';
import { writeReports } from '../../reports/write.ts';
import { carriesKey } from '../asked-request.ts';
import { carriedKey } from '../carried-key.ts';
import { type CheckCaseName, checkCaseOf } from '../check-cases.ts';
import type { SentAnswer } from '../contract-answer.ts';
import { testNameOf } from '../sentences.ts';
import type { BrokerPath, BrokerPaths, DriftReport } from './messages.ts';
import { prepareTarget } from './target.ts';
import { makeTestFindings } from './test-findings.ts';

/**
 * Prepares an answer for a test. A test may print, attach or trace the values it compares, so every part of a secret is
 * hidden; for judging, hiding whole secrets is enough.
 */
function redactedAnswer(
  exchange: Exchange & { readonly answer: Answer },
  baseUrl: string,
  { parts }: Redaction,
): SentAnswer {
  const { answer, url } = exchange;
  const { text: kept, json, headers, fhir: _report, ...rest } = answer;
  const text = answer.bytes > limits.wholeBodyBytes.value ? undefined : kept;
  const isWhole = text !== undefined || !json.ok;
  return {
    exchange: {
      ...exchange,
      answer: {
        ...rest,
        headers: redactHeaders(headers, parts),
        json: redactReading(json, parts),
        ...(text === undefined ? {} : { text: parts(text) }),
      },
    },
    target: parts(url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url),
    ...(isWhole
      ? {}
      : {
          cut: `its body is larger than ${limits.wholeBodyBytes.value / 1e6} MB, the most that a test gets`,
        }),
  };
}

/** Reports the drift of a run to a test. The values of a baseline are file content, so they are redacted as well. */
function driftReport({ compared = 0, drift = [] }: Deviations): DriftReport {
  const causes = driftCauses(drift);
  return {
    ...(compared === 0 ? { notCompared: nothingCompared } : {}),
    breaking: driftSentences(causes, true).map(sanitize),
    other: driftSentences(causes, false).map(sanitize),
  };
}

/** The session's services for the tests of one run. */
export interface Judge {
  /** The broker's answer at each of its paths. */
  readonly answers: {
    readonly [Path in BrokerPath]: (question: BrokerPaths[Path][0]) => Promise<BrokerPaths[Path][1]>;
  };
  /** Ends the session, as interrupted if something is in progress, and writes its reports. */
  readonly close: () => Promise<EndedRun>;
}

/** All check cases of a run, regardless of the selected tests, with their deviations from the expectations. */
export interface EndedRun extends JudgedRun {
  readonly expectations: LeastJudged;
  /** Findings of the installation test that no selected test reports. */
  readonly unreported: readonly Finding[];
}

/**
 * Starts the session of a Playwright run with the configured installation or the embedded one.
 * @throws ConfigurationError if the configuration has mistakes
 */
export async function startJudge(): Promise<Judge> {
  const { installation, settings, expectations, close: closeTarget } = await prepareTarget();
  const bodies = makeBodyReader({
    heapMb: settings.readerMemoryMb,
    directFhirBytes: limits.directFhirBytesOfCheck.value,
  });
  const startedAt = new Date();
  const interruption = new AbortController();
  const session = startSession({
    installation,
    bodies,
    signal: interruption.signal,
    keepBodiesUpToBytes: settings.keepEvidence ? Number.POSITIVE_INFINITY : limits.wholeBodyBytes.value,
    pausesDeadline: true,
  });
  const { redaction } = session;
  const interrupt = (): void => {
    if (underWay > 0) interruption.abort();
  };
  // Playwright ends its workers first, which may take seconds; nothing more is sent meanwhile.
  process.once('SIGINT', interrupt);
  const asked = new Map<string, CheckCase>();
  /** Check cases whose verdicts a test reports. */
  const named = new Set<string>();
  // Serialised: the requests of all selected tests come first, so that every exchange is available for judging.
  let collecting: Promise<void> = Promise.resolve();
  let underWay = 0;
  /** The selection is known, or `projects` and `users` were requested in its place. */
  let hasBegun = false;
  const judgedOf = (scope: RunScope, collected: CollectedEvidence = session.collected()): RunRecord =>
    makeRecord(collected, {
      installation,
      scope,
      tier: 'full',
      suiteVersion,
      startedAt,
      finishedAt: new Date(),
      redaction,
    });
  const whole = (): JudgedRun =>
    deviationsOf(
      judgedOf({ checkCases: [...asked.values()], gapCases: scopeOf('full').gapCases }),
      expectations,
    );
  const judge = async (
    checkCases: readonly CheckCase[],
    samples: Pick<RunScope, 'oneSample'> = {},
  ): Promise<RunRecord> => {
    for (const checkCase of checkCases) asked.set(caseKey(checkCase), checkCase);
    const scope = { checkCases, gapCases: [], ...samples };
    const gapCases = fullyCoveredGaps(asked);
    underWay += 1;
    collecting = collecting
      .then(() => session.collect({ ...scope, gapCases }))
      .finally(() => {
        underWay -= 1;
      });
    await collecting;
    // Loads the report code while the tests still run.
    void import('../../reports/ci/junit.ts');
    return deviationsOf(judgedOf(scope, viewFor(session, checkCases)), expectations).record;
  };
  const findingsOfTest = makeTestFindings();
  const judgeNames = (names: readonly CheckCaseName[]): Promise<RunRecord> => {
    const checkCases = names.map(checkCaseOf).filter((checkCase) => checkCase !== undefined);
    for (const checkCase of checkCases) named.add(caseKey(checkCase));
    return judge(checkCases);
  };
  const answers: Judge['answers'] = {
    installation: async () => ({
      name: redaction.parts(installation.name),
      baseUrl: redaction.parts(installation.baseUrl),
      provides: needsMetBy(installation),
      ...(installation.fhirRelease === undefined ? {} : { fhirRelease: installation.fhirRelease }),
    }),
    async test(names) {
      if (!hasBegun) {
        // Without the selection, the order of the tests would decide where keys are sampled (rule 9).
        hasBegun = true;
        collecting = collecting.then(() =>
          session.collect({ checkCases: [], gapCases: [], requests: usualPreflight }),
        );
      }
      const record = await judgeNames(names);
      const hasFailed = record.verdicts.some(({ outcome }) => outcome === 'fail');
      return {
        record,
        findings: hasFailed ? findingsOfTest(whole().record, testNameOf(names), names) : [],
        document: join(relative(process.cwd(), settings.reportsDirectory), reportFiles.document),
      };
    },
    verdicts: async (names) => (await judgeNames(names)).verdicts,
    async begin(names) {
      hasBegun = true;
      await judgeNames(names);
      return {};
    },
    async ask({ endpoint, request, again }) {
      const unmet = needsOf(request).find((need) => !needsMetBy(installation).includes(need));
      if (unmet !== undefined) throw new UserError(openMeaning(unmetNeeds[unmet]));
      const carrier = carriedKey(request, installation, redaction);
      if (carrier !== undefined) throw new UserError(carriesKey(carrier));
      const wanted = { endpoint: endpointOf(endpoint), request };
      const exchange = await (again === true ? session.askAgain(wanted) : session.ask(wanted));
      if (!wasAsked(exchange)) return { unanswered: notAskedSentence(exchange) };
      const { answer, failure } = exchange;
      if (answer === undefined)
        return { unanswered: `No answer came: ${redaction.parts(failure?.reason ?? 'the request ended')}.` };
      return { answer: redactedAnswer({ ...exchange, answer }, installation.baseUrl, redaction) };
    },
    hide: async (text) => ({ text: redaction.parts(text) }),
    state: () => judge(scopeOf('pulse').checkCases, { oneSample: true }),
    async coverage() {
      await collecting;
      return { reached: whole().record.coverage, required: settings.minimumCoverage };
    },
    async drift() {
      await collecting;
      return driftReport(whole().deviations);
    },
  };
  return {
    answers,
    async close() {
      process.off('SIGINT', interrupt);
      interrupt();
      await collecting.catch(() => undefined);
      const judged = whole();
      const { record, deviations } = judged;
      const evidence = settings.keepEvidence
        ? keepEvidence(session.collected(), record, redaction)
        : undefined;
      await session.close();
      if (asked.size > 0) {
        await writeReports(record, settings.reportsDirectory, deviations);
        await writeRunFiles(settings.reportsDirectory, record, installation, evidence);
      }
      await bodies.close();
      await closeTarget();
      // An obstacle to the whole run is not a failure of a check.
      const isUnreported = ({ failures }: Finding): boolean =>
        failures.length > 0 && !failures.some(({ verdict }) => named.has(verdictKey(verdict)));
      return {
        ...judged,
        expectations,
        unreported: countedFindings(record).filter(isUnreported),
      };
    },
  };
}

/** The gaps at endpoints where every check is selected, as `check` observes them. */
function fullyCoveredGaps(asked: ReadonlyMap<string, CheckCase>): RunScope['gapCases'] {
  const isWhole = (id: string): boolean =>
    allCheckCases.every((checkCase) => checkCase.endpoint.id !== id || asked.has(caseKey(checkCase)));
  return scopeOf('full').gapCases.filter(({ endpoint }) => isWhole(endpoint.id));
}

/** What the configuration must provide for a request; requests that may create something need imports to be allowed. */
function needsOf({ key, body }: RequestSpec): readonly Need[] {
  return [
    ...(key.startsWith('second-') ? (['second-key'] as const) : []),
    ...(key.startsWith('revoked-') ? (['revoked-key'] as const) : []),
    ...(body === 'valid' || (body !== undefined && hasValidKey({ key })) ? (['imports'] as const) : []),
  ];
}

/** The session as one test sees it: with the exchanges of its endpoints and all that stayed throttled. */
function viewFor(session: Session, checkCases: readonly CheckCase[]): CollectedEvidence {
  const endpoints = new Set(checkCases.map(({ endpoint }) => endpoint.id));
  const collected = session.collected();
  const exchanges = collected.exchanges.filter(
    (one) => endpoints.has(one.endpoint) || isThrottledToTheEnd(one),
  );
  return { ...collected, exchanges };
}
