import { catalogue } from '../../contract/checks/catalogue.ts';
import { type EndpointId, endpointOf, endpoints } from '../../contract/document/endpoints.ts';
import { foreignFacts, isOfValidKey } from '../../contract/facts.ts';
import { type Observation, observeAll } from '../../contract/gaps/observe.ts';
import { isGatewayAnswer, isObject, isSuccess, partsOfUrl } from '../../contract/judging/answers.ts';
import { idOf, listFieldOf } from '../../contract/judging/choose-records.ts';
import { type Evidence, entriesIn } from '../../contract/judging/evidence.ts';
import { type Exchange, isThrottledToTheEnd, wasAsked } from '../../contract/judging/exchange.ts';
import { judgeAll } from '../../contract/judging/judge.ts';
import { hasValidKey } from '../../contract/judging/request.ts';
import { coverageOf, isNotShown, type Verdict, verdictKey } from '../../contract/judging/verdict.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { RunScope, SentAt } from '../../contract/scope.ts';
import type { InstallationState } from '../../contract/state.ts';
import type { CollectedEvidence } from '../evidence/collected-evidence.ts';
import { type Clean, cleaned, type Redaction, redactJson } from '../evidence/redaction.ts';
import { showHeaders } from '../evidence/shown-headers.ts';
import { capitalized } from './group-failures.ts';
import type { RecordedExchange, RunChoice, RunRecord } from './run-record.ts';
import { softwareOf } from './software.ts';

export interface RecordOptions extends Pick<RunRecord, 'installation' | 'tier' | 'suiteVersion'> {
  readonly scope: RunScope;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  /** Removes the installation's secrets from sentences and names: exchanges are free of them already. */
  readonly redaction: Redaction;
}

/** Judges the collected evidence and makes the record of the run. */
export function makeRecord(collected: CollectedEvidence, options: RecordOptions): RunRecord {
  const { installation, tier, suiteVersion, scope, startedAt, finishedAt, redaction } = options;
  const { evidence, exchanges, diagnosis, abortReason } = collected;
  const verdicts = judgeAll(scope.checkCases, evidence, catalogue);
  const observations = evidence.obstacle === undefined ? observeAll(scope.gapCases, evidence) : [];
  const shown = new Set(
    verdicts
      .filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
      .map(({ exchange }) => exchange),
  );
  const expiry = exchanges.flatMap(({ certificateExpiresAt }) => certificateExpiresAt ?? []).toSorted()[0];
  const connection = exchanges.find((one) => one.connection?.httpVersion !== undefined)?.connection;
  const { requests, retried, throttled, flaky } = collected.counts;
  const state = stateOf(collected, verdicts);
  const notShown = state === 'incomplete' ? notShownSentence(verdicts) : undefined;
  const cause =
    diagnosis?.cause ??
    (abortReason === undefined
      ? (notShown ?? flakySentence(state, flaky, requests))
      : `The run ended early: ${abortReason.reason}${wasSlowedDown(collected) ? slowedPhrase(throttled) : ''}.`);
  return cleaned(redaction, 'parts', (clean): RunRecord => {
    const software = softwareOf(exchanges, clean);
    return {
      formatVersion: 1,
      suiteVersion,
      installation: { name: clean(installation.name), baseUrl: clean(installation.baseUrl) },
      tier,
      state,
      ...(cause === undefined ? {} : { cause: clean(cause) }),
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
      durationMs: Math.max(0, finishedAt.getTime() - startedAt.getTime()),
      cutShort: abortReason !== undefined,
      ...(abortReason === undefined ? {} : { abortReason: abortReason.kind }),
      requests,
      retried,
      throttled,
      ...(flaky === 0 ? {} : { flaky }),
      coverage: Math.round(coverageOf(verdicts) * 10_000) / 10_000,
      ...(expiry === undefined ? {} : { tls: { expiresAt: expiry } }),
      ...(connection === undefined ? {} : { connection }),
      ...(software === undefined ? {} : { software }),
      choices: choicesOf(evidence).map(({ what, value, from }) => ({ what, value: clean(value), from })),
      resent: exchanges.flatMap(resentAfter),
      verdicts: verdicts.map(({ restsOn: _restsOn, reason, ...verdict }) => ({
        ...verdict,
        message: clean(verdict.message),
        ...(reason === undefined
          ? {}
          : { reason: recordedReason(reason, verdict.endpoint, exchanges, clean) }),
      })),
      exchanges: exchanges.map((exchange) =>
        recorded(exchange, shown.has(exchange.id) || exchange.sentAgain !== undefined, clean),
      ),
      observations: observations.map((observation) => cleanObservation(observation, clean)),
    };
  });
}

/** What a record says of an exchange that was sent again, or that repeats another one. */
function resentAfter({ id, sentAgain, repeats }: Exchange): NonNullable<RunRecord['resent']> {
  if (sentAgain !== undefined) return [{ exchange: id, cause: sentAgain }];
  return repeats === undefined ? [] : [{ exchange: repeats, cause: 'a test asked for it again' }];
}

/** Selects the exchanges that show a code about the service as a whole. */
const showsServiceCode: Readonly<Record<string, (exchange: Exchange) => boolean>> = {
  'no-answer': (exchange) => exchange.answer === undefined,
  'gateway-error': isGatewayAnswer,
  'server-error': (exchange) => (exchange.answer?.status ?? 0) >= 500 && !isGatewayAnswer(exchange),
};

/**
 * A reason with the number of requests there, with or without a valid key like the failed one, that failed the same
 * way. Facts that an installation wrote may repeat a key.
 */
function recordedReason(
  { code, facts }: Reason,
  id: Verdict['endpoint'],
  exchanges: readonly Exchange[],
  clean: Clean,
): Reason {
  const foreign = foreignFacts.flatMap((name) => {
    const said = facts[name];
    return said === undefined ? [] : [[name, redactJson(said, clean)]];
  });
  const cleaned = { ...facts, ...Object.fromEntries(foreign) };
  const shows = showsServiceCode[code];
  if (shows === undefined) return { code, facts: cleaned };
  const there = exchanges.filter(
    ({ endpoint, request }) => endpoint === id && hasValidKey(request) === isOfValidKey(facts),
  );
  return { code, facts: { ...cleaned, failed: there.filter(shows).length, asked: there.length } };
}

/** Redacts an observation: an installation chooses the names of fields, and ids. */
function cleanObservation({ shape, answer, ...rest }: Observation, clean: Clean): Observation {
  const seen = shape === undefined ? {} : { shape: redactJson(shape, clean) };
  return { ...rest, answer: clean(answer), ...seen };
}

/** The endpoints that were not shown to work; the verdicts say which settings help. */
export function notShownSentence(
  verdicts: readonly Pick<Verdict, 'endpoint' | 'message' | 'reason'>[],
): string | undefined {
  const [first, ...more] = verdicts.filter(isNotShown);
  if (first === undefined) return undefined;
  const elsewhere = new Set(more.map(({ endpoint }) => endpoint).filter((one) => one !== first.endpoint));
  const others = elsewhere.size === 0 ? '' : ` Not shown either: ${[...elsewhere].join(', ')}.`;
  return `${first.message}${others}`;
}

/** Gateway errors come from the installation as well: a run that got past them must not look undisturbed. */
export function flakySentence(state: InstallationState, flaky: number, requests: number): string | undefined {
  if (flaky === 0 || state !== 'conforming') return undefined;
  const answers = flaky === 1 ? '1 answer' : `${flaky} answers`;
  return `${answers} to ${requests} requests had status 502, 503 or 504; the same requests were answered a moment later.`;
}

/** Each throttled answer halves the pace, which may be the only reason why a run met its deadline. */
function wasSlowedDown({ abortReason, counts }: CollectedEvidence): boolean {
  return abortReason?.kind === 'deadline' && counts.throttled > 0;
}

function slowedPhrase(throttled: number): string {
  const answers = throttled === 1 ? 'a throttled answer' : `${throttled} throttled answers`;
  return ` after ${answers} had slowed it down; ask the administrator for a higher limit, lower PACE, or raise DEADLINE_S`;
}

/** The state of the installation: the first that applies. */
function stateOf(collected: CollectedEvidence, verdicts: readonly Verdict[]): InstallationState {
  const { diagnosis, abortReason, exchanges } = collected;
  if (diagnosis !== undefined) return diagnosis.state;
  if (abortReason?.kind === 'fault') return 'unknown';
  if (abortReason?.kind === 'unreachable') return 'unreachable';
  if (verdicts.some(({ outcome }) => outcome === 'fail')) return 'violating';
  if (abortReason === undefined && verdicts.some(isNotShown)) return 'incomplete';
  // If other answers were enough to judge everything, the throttled requests made no difference.
  const isIncomplete = verdicts.some(({ outcome }) => outcome === 'untestable');
  const wasThrottled = isIncomplete && exchanges.some(isThrottledToTheEnd);
  if (abortReason?.kind === 'throttled' || wasThrottled) return 'throttled';
  if (isIncomplete && wasSlowedDown(collected)) return 'throttled';
  const judged = verdicts.some(({ outcome }) => outcome === 'pass');
  return judged && abortReason === undefined ? 'conforming' : 'unknown';
}

function recorded(exchange: Exchange, isShown: boolean, clean: Clean): RecordedExchange {
  const { id, endpoint, request, method, url, curl, answer, failure, startedAt, phasesMs, lagMs } = exchange;
  const { excerpt = '', headers: received = {} } = answer ?? {};
  const headers = isShown ? showHeaders(received, clean) : {};
  return {
    id,
    endpoint,
    key: request.key,
    method,
    url,
    curl,
    ...(answer === undefined ? {} : { status: answer.status }),
    ...(failure === undefined ? {} : { failure }),
    startedAt,
    phasesMs,
    ...(lagMs === undefined ? {} : { lagMs }),
    bytes: answer?.bytes ?? 0,
    ...(isShown && excerpt !== '' ? { excerpt } : {}),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
  };
}

/** The requests behind each failure, by `verdictKey`. */
export type RestsOn = ReadonlyMap<string, readonly SentAt[]>;

/** The requests behind each failure of a run: a recheck sends exactly these again. Pure. */
export function restsOnOf({ exchanges, evidence }: CollectedEvidence, { checkCases }: RunScope): RestsOn {
  const failures = judgeAll(checkCases, evidence, catalogue).filter(({ outcome }) => outcome === 'fail');
  return new Map(
    failures.map((verdict) => {
      const { restsOn = [verdict.exchange] } = verdict;
      const asked = exchanges.filter(({ id }) => restsOn.includes(id));
      return [
        verdictKey(verdict),
        asked.map(({ endpoint, request }) => ({ endpoint: endpointOf(endpoint), request })),
      ];
    }),
  );
}

/** Every choice of a run: record, field, parameter, and presentation of the key. Pure. */
function choicesOf(evidence: Evidence): readonly RunChoice[] {
  return endpoints.flatMap((endpoint) => {
    const valid = evidence.of(endpoint, { key: 'valid' });
    if (valid === undefined || !wasAsked(valid) || !isSuccess(valid)) return [];
    const { request, url, answer, recordId, idIsPinned } = valid;
    const list = answer?.unread === undefined && answer?.json.ok ? answer.json.value : undefined;
    const isList = endpoint.kind === 'list' && isObject(list);
    const { id, noun, idsFrom, pinnedId = '' } = endpoint;
    const rows: readonly (readonly [what: string, value: string | undefined, from: string])[] = [
      [
        `Way of the key at ${id}`,
        request.key === 'query' ? 'query' : undefined,
        'the second try: the header does not work there',
      ],
      [
        `Parameter of ${id}:`,
        request.project === 'named' ? partsOfUrl(url).search.slice(1) : undefined,
        'PROJECT_PARAMETER or its default: the list is refused or empty without it',
      ],
      [
        `Entries of ${id}`,
        isList ? listFieldOf(list, endpoint.resource) : undefined,
        'the names of its body',
      ],
      ...(idsFrom === undefined
        ? []
        : ([
            [capitalized(noun), recordId, idIsPinned === true ? pinnedId : placeOf(idsFrom, valid, evidence)],
          ] as const)),
    ];
    return rows.flatMap(([what, value, from]) => (value === undefined ? [] : [{ what, value, from }]));
  });
}

/** "GET /api/v3/citations, first entry, field id": the source of an id. */
function placeOf(idsFrom: EndpointId, { recordId }: Exchange, evidence: Evidence): string {
  const list = endpointOf(idsFrom);
  const listed = evidence.of(list, { key: 'valid' });
  const isRead = listed !== undefined && wasAsked(listed) && listed.answer?.unread === undefined;
  const entries = isRead ? (entriesIn(listed, list.resource) ?? []) : [];
  const index = entries.findIndex((entry) => idOf(entry)?.id === recordId);
  const ordinal = index === 0 ? 'first entry' : `entry ${index + 1}`;
  return index < 0 ? idsFrom : `${idsFrom}, ${ordinal}, field ${idOf(entries[index])?.field}`;
}
