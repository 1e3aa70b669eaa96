import { answeredPhrase, askedPhrase, type Facts, kindOfKey } from './facts.ts';
import { quote, shorten } from './judging/describe.ts';
import type { Severity } from './severity.ts';

/** The readers of findings who can act on them. */
export type Reader = 'developer' | 'operator' | 'administrator';

/**
 * Why a verdict is a failure: one row per code. Findings, sentences, headlines and advice are made from the rows and
 * the facts of a verdict; nothing parses a sentence.
 */
interface FailureRow {
  readonly severity: Severity;
  /** The problem in a few words. */
  readonly headline: string;
  /** The answer; completes "GET /api/v3/users with a valid key …". Works without facts that endpoints do not share. */
  readonly found: (facts: Facts) => string;
  /** Completes "the document promises …". */
  readonly promise: (facts: Facts) => string;
  /** The facts that identify a cause besides the code: failures that share them are one finding. */
  readonly cause?: (facts: Facts) => readonly unknown[];
  /** Codes that explain this one at the same endpoint, if their answers are of the same class. */
  readonly explainedBy?: readonly string[];
  /** Only if the same request showed both. */
  readonly isOfSameRequest?: true;
  readonly advice: Advice;
}

type Advice = Readonly<Record<Reader, string>>;

/** A row as written: missing advice defaults to that for operators, or to `tellDevelopers`. */
interface WrittenRow extends Omit<FailureRow, 'advice'>, Partial<Advice> {
  readonly developer: string;
}

const documentedStatus = 'status 200 or 201 for a success and a 4xx status for an error';
const eitherWay = 'that a valid key sent either way authenticates the request';
const refusal = 'a 4xx answer to a request without a valid key';
export const shapePromise = 'a JSON object whose `error` is a string';

/** The answer, or a fallback if the endpoints do not share a status. */
function answered(facts: Facts, otherwise: string): string {
  return facts.status === undefined && facts.failure === undefined ? otherwise : answeredPhrase(facts);
}

/**
 * The administrator's advice for a service that lets unauthorised clients in.
 * @param who as a clause
 */
const closeAccess = (who: string): string =>
  `Take it off the network or go back to the version before, and tell the developers: ${who}.`;
const forStrangers = closeAccess('strangers can use it');
const forWrongKeys = closeAccess('keys that are not valid open it');
const forOtherUsers = closeAccess('users are taken for one another');
const otherAnswers =
  'Check whether a proxy or a login page answers in place of the service, or cuts its answers off.';
const goBack = 'Go back to the version before if this is new, and tell the developers.';
const tellDevelopers = 'Tell the developers of the service; clients that rely on the document may break.';
/** Codes of wrongful refusals: the form of the refusal is part of their cause. */
const refusals: readonly string[] = [
  'missing',
  'key-refused-in-header',
  'key-refused-in-query',
  'valid-key-refused',
  'second-key-refused',
  'key-refused-by-accept',
  'import-not-created',
];
const seeLogs = 'Look at the logs of the service at the time of the request.';

const failureRows = {
  'no-answer': {
    severity: 'outage',
    headline: 'No answer',
    found: ({ failure }) => `got no answer${failure === undefined ? '' : `: ${failure}`}`,
    promise: () => 'an answer',
    developer:
      'Find out what keeps the service from answering, such as a slow query or a crash of its process.',
    operator: `${seeLogs} Restart it if it hangs; TIMEOUT_MS allows slow answers more time.`,
    administrator: goBack,
  },
  undecodable: {
    severity: 'wrong-content',
    headline: 'A body cannot be decoded as it declares',
    found: () => 'has a body that cannot be decoded as its header Content-Encoding declares',
    promise: () => 'JSON',
    developer: 'Compress the body, or leave the header Content-Encoding out.',
    operator:
      'Check whether a proxy cuts the body off, or takes the compression away and keeps the header Content-Encoding.',
  },
  'gateway-error': {
    severity: 'outage',
    headline: 'The service is unavailable: status 502, 503 or 504',
    found: (facts) => answered(facts, 'was answered with status 502, 503 or 504'),
    promise: () => documentedStatus,
    developer: 'Find out why the service answers 503, or does not answer its gateway in time.',
    operator: 'Check that the service runs, and how long a gateway in front of it waits for it.',
    administrator:
      'Check that the service runs, and that it answers in the time for which a gateway in front of it waits.',
  },
  'server-error': {
    severity: 'outage',
    headline: 'The service fails',
    found: (facts) => answered(facts, 'was answered with a status of 500 and above'),
    promise: () => documentedStatus,
    developer:
      'Find the exception in the log of the service, and answer what a client causes by a 4xx status.',
    operator: `${seeLogs} Restart it if all requests fail.`,
    administrator: goBack,
  },
  'undocumented-status': {
    severity: 'wrong-status',
    headline: 'Answers have a status that the document does not have',
    found: (facts) => answered(facts, 'was answered with another status'),
    promise: () => documentedStatus,
    cause: ({ status }) => [status],
    explainedBy: [
      'accepts-missing-key',
      'accepts-wrong-key',
      'accepts-revoked-key',
      'not-refused',
      'error-as-success',
    ],
    developer: 'Answer with 200, 201 or a 4xx status.',
    operator:
      'Check whether a proxy before the service redirects or rewrites its answers, such as to a login page.',
    administrator:
      'If it redirects to a login page, the service or a proxy takes the request for that of a browser; to the same path with a slash at its end, set TRAILING_SLASH; to another address, check BASE_URL.',
  },
  missing: {
    severity: 'unavailable',
    headline: 'Documented endpoints are missing',
    found: ({ status }) =>
      `is answered${status === undefined ? '' : ` with status ${status}`} like a path that does not exist: the endpoint is missing`,
    promise: () => 'it',
    developer: 'Add the routes of the document, or correct their paths.',
    operator: 'Check whether the gateway forwards what is missing.',
    administrator:
      'Check whether the installed version of the service has what is missing, and whether a proxy forwards its path and method.',
  },
  'endpoint-refused': {
    severity: 'unavailable',
    headline: 'A valid key is refused what the document promises it',
    found: (facts) => answered(facts, 'was refused'),
    promise: ({ expected }) => expected ?? 'this endpoint to a valid key',
    cause: ({ status }) => [status],
    developer: 'Answer a valid key with what the document promises it here.',
    operator: 'Check the rights of the user of the key.',
    administrator:
      'Check whether the user of the key may read this, and whether it was removed; another key can be set by API_KEY.',
  },
  'valid-key-refused': {
    severity: 'unavailable',
    headline: 'A valid key is refused',
    found: (facts) => answered(facts, 'was refused'),
    promise: () => eitherWay,
    developer: 'Check the key in the same place for every endpoint.',
    operator:
      'Check that the key is still the current one of its user, and that no firewall refuses these requests.',
    administrator:
      'If the key is refused everywhere, copy it again from the Storage tab of the profile page (API_KEY); if it is refused here alone, tell the developers. If requests are limited by this status, name it in THROTTLE_STATUSES.',
  },
  'key-refused-in-header': {
    severity: 'unavailable',
    headline: 'The key is refused in the header',
    found: () => 'is refused, although the same key was accepted in the query',
    promise: () => eitherWay,
    developer: 'Read the key from the header Authorization: Bearer as well.',
    operator: 'Check whether a proxy removes the header Authorization.',
    administrator:
      'Check whether a proxy removes the header Authorization; clients can use the query meanwhile. If both are refused, the key was changed, or this machine limited (THROTTLE_STATUSES).',
  },
  'key-refused-in-query': {
    severity: 'unavailable',
    headline: 'The key is refused in the query',
    found: () => 'is refused, although the same key was accepted in the header',
    promise: () => eitherWay,
    developer: 'Read the key from the query parameter api_key as well.',
    operator: 'Check whether a proxy removes the query parameter api_key.',
    administrator:
      'Check whether a proxy removes the query; clients can use the header meanwhile. If both are refused, the key was changed, or this machine limited (THROTTLE_STATUSES).',
  },
  'list-emptied-by-way': {
    severity: 'unavailable',
    headline: 'A list is empty if the key is sent the other way',
    found: ({ way }) =>
      `returns an empty list, and the same key in the ${way === 'header' ? 'query' : 'header'} gets entries`,
    promise: () => eitherWay,
    cause: ({ way }) => [way],
    developer: 'Find the user of the key the same way, however the key is sent.',
  },
  'second-key-refused': {
    severity: 'unavailable',
    headline: "Another user's valid key is refused",
    found: (facts) => answered(facts, 'was refused'),
    promise: () => `${eitherWay} (SECOND_API_KEY)`,
    developer: "Accept every user's key both ways.",
    operator: 'Check that SECOND_API_KEY is a current key of another user.',
    administrator:
      'Check that SECOND_API_KEY is a current key of another user; otherwise tell the developers. If requests are limited by this status, name it in THROTTLE_STATUSES.',
  },
  'key-refused-by-accept': {
    severity: 'unavailable',
    headline: 'A valid key is refused with another Accept header',
    found: (facts) => answered(facts, 'was refused'),
    promise: () => 'that a valid key authenticates the request',
    developer:
      'Check the key before the header Accept decides on the form of the answer. If other requests with this key are refused too, some instance does not know it.',
    administrator:
      'Clients can send Accept: application/json meanwhile. If requests are limited by this status, name it in THROTTLE_STATUSES.',
  },
  'accepts-missing-key': {
    severity: 'open-door',
    headline: 'A request without a key is let in',
    found: (facts) => answered(facts, 'was let in'),
    promise: () => refusal,
    developer: 'Demand the key before anything else at this endpoint.',
    operator: forStrangers,
  },
  'accepts-wrong-key': {
    severity: 'open-door',
    headline: 'A key that is not valid is let in',
    found: (facts) => answered(facts, 'was let in'),
    promise: () => refusal,
    cause: (facts) => [kindOfKey(facts)],
    explainedBy: ['accepts-missing-key'],
    developer: 'Compare the whole key, exactly, with the keys that are valid now.',
    operator: forWrongKeys,
  },
  'accepts-revoked-key': {
    severity: 'open-door',
    headline: 'A key that was replaced is still let in',
    found: (facts) => answered(facts, 'was let in'),
    promise: () => 'a 4xx answer to a key from before the key was regenerated',
    explainedBy: ['accepts-missing-key', 'accepts-wrong-key'],
    developer: 'Delete the old key when a new one is made, and forget what is remembered of it.',
    operator: forWrongKeys,
  },
  'not-refused': {
    severity: 'wrong-status',
    headline: 'A request without a valid key gets a success without data',
    found: (facts) => answered(facts, 'was answered with a success that shows no data'),
    promise: () => refusal,
    cause: ({ status }) => [status],
    developer: 'Answer a request without a valid key with a 4xx status and the JSON error.',
    operator: otherAnswers,
  },
  'import-checks-no-key': {
    severity: 'open-door',
    headline: 'An import is looked at before its key is checked',
    found: (facts) => answered(facts, 'was let in as far as the Bundle'),
    promise: () => 'a 4xx answer for the key, which other requests get before their Bundle is read',
    developer: 'Demand the key before the Bundle is read.',
    operator: forStrangers,
  },
  'error-as-success': {
    severity: 'wrong-status',
    headline: 'An error is reported as a success',
    found: ({ status }) =>
      `reports an error as a success${status === undefined ? '' : ` (status ${status})`}`,
    promise: () => 'a 4xx status for an error',
    developer: 'Answer errors with a 4xx status.',
  },
  'not-json': {
    severity: 'wrong-content',
    headline: 'A success is not JSON',
    found: ({ received }) => `has a body that is not JSON${received === undefined ? '' : ` (${received})`}`,
    promise: () => 'JSON',
    explainedBy: ['not-refused'],
    isOfSameRequest: true,
    developer: 'Answer with JSON for any header Accept.',
    operator: `If only another header Accept gets it, the service chooses the form by that. ${otherAnswers}`,
    administrator: otherAnswers,
  },
  'declared-as-page': {
    severity: 'wrong-form',
    headline: 'JSON is declared as a web page',
    found: ({ mediaType }) =>
      `declares its JSON as ${mediaType === undefined ? 'a web page' : quote(mediaType)}`,
    promise: () => 'JSON',
    explainedBy: ['not-refused', 'not-json'],
    developer: 'Send Content-Type: application/json.',
  },
  'error-not-json': {
    severity: 'wrong-form',
    headline: 'An error is not JSON',
    found: ({ received }) =>
      `has an error body that is not JSON${received === undefined ? '' : ` (${received})`}`,
    promise: () => 'that an error is JSON',
    explainedBy: refusals,
    isOfSameRequest: true,
    developer: 'Answer errors with a JSON body that has `error`.',
    operator: 'Check whether a proxy answers these requests in place of the service.',
    administrator:
      'Check whether a proxy answers these requests in place of the service; if not, tell the developers.',
  },
  'error-shape': {
    severity: 'wrong-form',
    headline: 'An error has no `error` that is a string',
    found: ({ received = 'another error body' }) => `has ${received}`,
    promise: () => shapePromise,
    cause: ({ form }) => [form],
    explainedBy: refusals,
    isOfSameRequest: true,
    developer: 'Answer errors with a JSON object whose `error` is a string.',
  },
  'refusal-message': {
    severity: 'wrong-form',
    headline: 'Refusals have another message than Unauthorized',
    found: ({ said }) => {
      if (said === undefined) return 'says something else';
      // Facts lose blanks and invisible characters: an equal message differed only in those.
      return `says ${quote(said)}${said === 'Unauthorized' ? ' with blanks or invisible characters' : ''}`;
    },
    promise: () => 'the message "Unauthorized" for an unauthenticated request',
    developer: 'Answer a request without a valid key with the message Unauthorized.',
  },
  'throttled-answer-form': {
    severity: 'wrong-form',
    headline: 'Throttled answers are not JSON errors',
    found: ({ status, mediaType, received }) =>
      [
        `is throttled${status === undefined ? '' : ` by status ${status}`}`,
        mediaType === undefined ? '' : ` as ${quote(mediaType)}`,
        received === undefined ? '' : `, which has ${received}`,
      ].join(''),
    promise: () => shapePromise,
    developer: 'Have the rate limiter answer with a JSON object whose `error` is a string.',
    operator: 'Have the rate limiter or its proxy answer with a JSON object whose `error` is a string.',
    administrator: tellDevelopers,
  },
  'no-list': {
    severity: 'wrong-content',
    headline: 'A list is something else',
    found: ({ received = 'something else' }) => `has ${received} as its body`,
    promise: () => 'a list',
    developer: 'Answer with an array, or an object that holds one.',
  },
  'entries-without-value': {
    severity: 'wrong-content',
    headline: 'The entries of a list are empty',
    found: () => 'has a list whose entries hold no value',
    promise: () => 'a list',
    developer: 'Fill the entries of the list.',
  },
  'no-record': {
    severity: 'wrong-content',
    headline: 'A record is something else',
    found: ({ received = 'something else' }) => `has ${received} as its body`,
    promise: ({ expected = 'one record' }) => expected,
    developer: 'Answer with the record as an object.',
  },
  'wrong-record': {
    severity: 'wrong-content',
    headline: 'A path returns the record of another id',
    found: ({ received = 'another record' }) => `returns ${received}`,
    promise: ({ expected = 'the record with this id' }) => expected,
    developer: 'Look the record up by the id in the path.',
    operator: goBack,
  },
  'wrong-answer-to-unknown-id': {
    severity: 'wrong-form',
    headline: 'An id that no record has is answered with something else',
    found: ({ received = 'something else' }) => `returns ${received}`,
    promise: ({ expected = 'a record, or a 4xx error' }) => expected,
    developer: 'Answer an unknown id with a 4xx status and a JSON error.',
  },
  'wrong-fhir-type': {
    severity: 'wrong-content',
    headline: 'A FHIR resource is of another type',
    found: ({ received = 'something else' }) => `returns ${received}`,
    promise: ({ expected = 'another FHIR resource' }) => expected,
    cause: ({ form }) => [form],
    developer: 'Return the resource that the document names.',
  },
  'fhir-invalid': {
    severity: 'wrong-content',
    headline: 'FHIR is not valid',
    found: ({ issues, received, release, detail }) => {
      const judged = release === undefined ? '' : ` (${release})`;
      const errors = issues === undefined ? received : issuesPhrase(issues);
      const omitted = detail === undefined ? '' : `; ${detail}`;
      return `returns a resource that is not valid FHIR${judged}${errors === undefined ? '' : `: ${errors}`}${omitted}`;
    },
    promise: () => 'a FHIR structure',
    cause: ({ issues: [first] = [] }) => [first?.level, first?.path.split('.').at(-1)],
    developer: 'Check the resource while you correct it: npm run validate -- FILE.',
  },
  'other-user-by-way': {
    severity: 'wrong-data',
    headline: 'The same key shows another user',
    found: () => 'shows a different user than another request with the same key',
    promise: () => 'the owner of the key for either way of sending it',
    explainedBy: ['accepts-missing-key', 'accepts-wrong-key'],
    developer: 'Find the user by the key alone, for either way of sending it, on every node.',
    operator: forOtherUsers,
  },
  'same-user-for-other-key': {
    severity: 'wrong-data',
    headline: "Another user's key shows the same user",
    found: () => 'shows the same user as the first key does',
    promise: () => 'the owner of the key in the request',
    explainedBy: ['accepts-missing-key', 'accepts-wrong-key'],
    developer: 'Find the user by the key of each request.',
    operator: forOtherUsers,
  },
  'import-not-created': {
    severity: 'wrong-status',
    headline: 'A valid import is not answered with status 201',
    found: (facts) => answered(facts, 'was not answered with status 201'),
    promise: () => 'status 201',
    explainedBy: ['missing'],
    developer: 'Answer a valid collection Bundle with status 201.',
    administrator: 'If it was refused, try another Bundle (IMPORT_BUNDLE) before you blame the service.',
  },
  'import-names-nothing': {
    severity: 'wrong-content',
    headline: 'An import does not name what it created',
    found: () =>
      'names no identifier in the body of its answer: neither `id`, `ids`, `identifier`, `identifiers`, `reference` nor `location`',
    promise: () => 'the identifiers of the created resources',
    developer: 'Name the created resources in the answer, such as by `ids`.',
  },
  'import-names-unknown': {
    severity: 'wrong-content',
    headline: 'What an import names cannot be read',
    found: ({ recordId, others = [], status }) =>
      recordId === undefined
        ? 'names what nobody finds'
        : `names ${quote(recordId)}, and ${others.join(', ')} answered ${status ?? 'something else'} for it`,
    promise: () => 'the identifiers of the created resources',
    developer: 'Name the ids by which the created resources are read.',
  },
  'other-path-of-version-4': {
    severity: 'wrong-form',
    headline: 'Version 4 has another path',
    found: (facts) => answered(facts, 'was answered'),
    promise: () => 'nothing but /api/v4/projects in version 4',
    developer: 'Remove the path, or have the document name it.',
    administrator: 'Nothing has to be done for clients of version 3.',
  },
} as const satisfies Readonly<Record<string, WrittenRow>>;

/** Why a verdict is a failure. */
export type FailureCode = keyof typeof failureRows;

/** Why a verdict is neither a pass nor a failure, and the meaning of each code. */
const openRows = {
  'not-shown': 'No request with a valid key succeeded at the endpoint, and nothing broken explains it.',
  obstructed: 'Something stood in the way of the whole run.',
  'not-asked':
    'The request was not sent, since what it takes is not known, or the run ended before it was answered.',
  throttled: 'The installation throttled the request to the end.',
  'not-read': 'The answer is beyond what this suite reads.',
  explained: 'Another check has reported the cause at this endpoint.',
  'nothing-to-judge': 'No answer here is one that the check is about.',
  'left-open': 'The answer is one that the document leaves open, or that does not show what is asked.',
  'import-not-repeated': 'A gateway answered an import, which is not sent again.',
  'no-acceptance': 'No valid key succeeded here the same way, so a refusal shows nothing.',
  'imports-not-allowed': 'Imports are not allowed here (ALLOW_IMPORT); they cannot be undone.',
  'imports-not-in-run': 'Imports are allowed, but the tier or the selection of the run has none.',
  'no-second-key': "No other user's key is configured (SECOND_API_KEY).",
  'no-revoked-key': 'No revoked key is configured (REVOKED_API_KEY).',
  'second-key-accepted-nowhere':
    "Another user's key (SECOND_API_KEY) was refused wherever it was sent, so nothing shows that it is valid.",
  'suite-fault': 'The check itself broke: a fault of this suite.',
} as const satisfies Readonly<Record<string, string>>;

/** Why a verdict is neither a pass nor a failure. */
export type OpenCode = keyof typeof openRows;

/** Why a verdict is not a pass: permanent, and never derived from a sentence. */
export type ReasonCode = FailureCode | OpenCode;

/** Why a verdict is not a pass, as data. */
export interface Reason {
  readonly code: ReasonCode;
  readonly facts: Facts;
}

const failures: ReadonlyMap<string, FailureRow> = new Map(
  Object.entries<WrittenRow>(failureRows).map(
    ([code, { developer, operator = tellDevelopers, administrator = operator, ...row }]) => [
      code,
      { ...row, advice: { developer, operator, administrator } },
    ],
  ),
);

export const failureCodes = Object.keys(failureRows) as readonly FailureCode[];
export const openCodes = Object.keys(openRows) as readonly OpenCode[];

/** The row of a failure; undefined for another code, such as one of another version of this suite. */
export function failureRow(code: string): FailureRow | undefined {
  return failures.get(code);
}

/** The meaning of a code that is not a failure. */
export function openMeaning(code: OpenCode): string {
  return openRows[code];
}

/** A failure at one endpoint, or at several: "At 9 of 14 endpoints a request …". */
export function failureSentence(subject: string, code: FailureCode, facts: Facts): string {
  const row: WrittenRow = failureRows[code];
  return `${subject}${askedPhrase(facts)} ${row.found(facts)}; the document promises ${row.promise(facts)}.`;
}

/** Identifies the cause of a failure of one code: equal for the same cause in any wording. */
export function causeKey(code: FailureCode, facts: Facts): string {
  const row: WrittenRow = failureRows[code];
  return JSON.stringify([code, ...(row.cause?.(facts) ?? [])]);
}

/** The number of FHIR error kinds in a sentence. */
export const issuesNamed = 3;
/** The record has the whole message. */
const longestIssue = 240;

/** The most severe kinds of FHIR errors: the count and an example of each. */
function issuesPhrase(issues: NonNullable<Facts['issues']>): string {
  const named = issues.slice(0, issuesNamed).map(({ path, at = path, message, count }) => {
    const text = shorten(message, longestIssue).replace(/\.$/, '');
    const first = at === path ? '' : `, first at ${at}`;
    return count === 1 ? `${at}: ${text}` : `${path}: ${text} (${count} times${first})`;
  });
  const more = issues.length - named.length;
  return `${named.join('; ')}${more > 0 ? ` (and ${more} more ${more === 1 ? 'kind' : 'kinds'} of errors)` : ''}`;
}
