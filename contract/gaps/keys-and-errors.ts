import { createdReads } from '../checks/check.ts';
import { type Endpoint, isOfVersionThree, isRead } from '../document/endpoints.ts';
import {
  classify,
  errorMessageOf,
  isClientError,
  isObject,
  isSuccess,
  jsonOf,
  mediaTypeOf,
} from '../judging/answers.ts';
import { createdIds, looksLikeId, mayNameCreated } from '../judging/choose-records.ts';
import { jsonTypeOf, shorten } from '../judging/describe.ts';
import type { Answer, Exchange } from '../judging/exchange.ts';
import { type Gap, observedGap, unobservedGap } from './observe.ts';

/** How keys are presented is observed where keys are sampled. */
const ofKeys = { section: '5', at: isOfVersionThree, sampled: true } as const;
/** The unmodified key, presented in the way that a gap is about: if it is refused, a modified one shows nothing. */
const byHeader = { usual: { key: 'header', optional: true } } as const;
const byQuery = { usual: { key: 'query', optional: true } } as const;
const atImport = ({ kind }: Endpoint): boolean => kind === 'import';

type Asked = Readonly<Record<string, Exchange | undefined>>;

function acceptance(exchange: Exchange): string {
  const status = exchange.answer?.status;
  if (isClientError(exchange)) return 'refused';
  return isSuccess(exchange) ? 'accepted' : `answered with status ${status}`;
}

/** "both valid: accepted, query wrong: refused": the requests by their names. */
function acceptances(asked: Asked): string {
  const said = Object.entries(asked).map(([name, one]) => one && `${name}: ${acceptance(one)}`);
  return said.filter(Boolean).join(', ');
}

function acceptancesBesidesUsual({ usual, ...asked }: Asked): string | undefined {
  return isSuccess(usual) ? acceptances(asked) : undefined;
}

function statusAndMessage(exchange: Exchange): string | undefined {
  const { answer } = exchange;
  if (answer === undefined || !isClientError(exchange)) return undefined;
  return `${answer.status} ${shorten(errorMessageOf(answer) ?? 'without a message', 80)}`;
}

/** An answer may have ids or addresses as names, which differ each time. */
function nameOrId(name: string): string {
  return looksLikeId(name) || /[:/]/.test(name) ? '(id)' : name;
}

/** "429 as application/json with Retry-After": the form of a throttled answer. */
function throttledAnswer(answer: Answer): string {
  const wait = answer.headers['retry-after'] === undefined ? 'without' : 'with';
  const body = answer.json.ok ? 'JSON' : 'not JSON';
  return `${answer.status} as ${mediaTypeOf(answer) ?? 'no content type'} (${body}) ${wait} Retry-After`;
}

export const keyAndErrorGaps: readonly Gap[] = [
  observedGap({
    id: 'GAP-BOTH-KEYS',
    ...ofKeys,
    statement: 'What happens when a key is sent both ways.',
    matters:
      'A client behind a proxy that adds a key of its own may be let in, or refused, without knowing why.',
    tier: 'survey',
    requests: {
      'both valid': { key: 'both' },
      'query wrong': { key: 'header-and-wrong-query' },
      'header wrong': { key: 'query-and-wrong-header' },
    },
    observe: acceptances,
  }),
  observedGap({
    id: 'GAP-KEY-CASE',
    ...ofKeys,
    statement: 'Whether the letter case of a key matters.',
    matters: 'If letter case does not matter, a key has fewer possible values, and is guessed sooner.',
    tier: 'full',
    requests: { 'other case': { key: 'swapped-case-key' }, ...byHeader },
    observe: acceptancesBesidesUsual,
  }),
  observedGap({
    id: 'GAP-KEY-BLANKS',
    ...ofKeys,
    statement: 'Whether blanks around a key are left out.',
    matters:
      'A client that copies a key with a blank behind it is let in by one service and refused by another.',
    tier: 'full',
    requests: { 'in the query': { key: 'padded-query' }, ...byQuery },
    observe: acceptancesBesidesUsual,
  }),
  observedGap({
    id: 'GAP-KEY-SCHEME',
    ...ofKeys,
    statement: 'Other spellings of the header: the scheme in lower case, another scheme, none.',
    matters: 'Libraries spell the header in their own way; one that is refused here needs a setting.',
    tier: 'survey',
    requests: {
      bearer: { key: 'lower-case-scheme' },
      Token: { key: 'other-scheme' },
      'no scheme': { key: 'bare-header' },
      ...byHeader,
    },
    observe: acceptancesBesidesUsual,
  }),
  observedGap({
    id: 'GAP-KEY-PARAMETER-CASE',
    ...ofKeys,
    statement: 'Whether the letter case of the query parameter matters.',
    matters: 'A link with the parameter in other letters may work here and nowhere else.',
    tier: 'survey',
    requests: { upper: { key: 'upper-case-parameter' }, ...byQuery },
    observe: ({ upper, usual }) => (isSuccess(usual) ? acceptance(upper) : undefined),
  }),
  unobservedGap({
    id: 'GAP-KEY-LIFE',
    section: '5',
    statement: 'Whether a key expires by itself, and how many keys a user has.',
    notObserved: 'Only time and the web application could show it.',
  }),
  observedGap({
    id: 'GAP-ERROR-STATUS',
    section: '7',
    statement: 'Which 4xx status each condition has.',
    matters:
      'A client that tells a missing key from a wrong one by the status breaks when the status changes.',
    at: isRead,
    requests: { none: { key: 'none' }, wrong: { key: 'wrong-header' } },
    clientsRely: true,
    observe: ({ none, wrong }) => {
      // A status other than 4xx breaks a requirement, and fixing that must not count as drift.
      if (!isClientError(none) || !isClientError(wrong)) return undefined;
      return `no key: ${none.answer?.status}, wrong key: ${wrong.answer?.status}`;
    },
  }),
  observedGap({
    id: 'GAP-ERROR-MESSAGES',
    section: '7',
    statement: 'Messages other than `Unauthorized`.',
    matters: 'A client should show such a message, and never compare it: it may change without notice.',
    at: ({ idsFrom }) => idsFrom !== undefined,
    requests: { unknown: { key: 'valid', id: 'unknown' } },
    observe: ({ unknown }) => statusAndMessage(unknown)?.replaceAll(/\d{4,}/g, 'N'),
  }),
  observedGap({
    id: 'GAP-ERROR-FIELDS',
    section: '7',
    statement: 'Further fields of an error body.',
    matters: 'Further fields may help to find a fault; a client must not need them.',
    at: isRead,
    requests: { none: { key: 'none' } },
    observe: ({ none }) => {
      const body = jsonOf(none);
      if (!isClientError(none) || !isObject(body)) return undefined;
      return Object.keys(body).sort().slice(0, 30).join(', ');
    },
  }),
  observedGap({
    id: 'GAP-IMPORT-ANSWER',
    section: '4',
    statement: 'The body of the answer to an import.',
    matters: 'A client that wants to read what it imported needs the identifiers in this answer.',
    at: atImport,
    requests: { valid: { key: 'valid', body: 'valid' } },
    clientsRely: true,
    observe: ({ valid }) => {
      const body = jsonOf(valid);
      if (!isSuccess(valid) || body === undefined) return undefined;
      const names = isObject(body) ? Object.keys(body).map(nameOrId).sort() : [];
      const shape = [jsonTypeOf(body), ...new Set(names)].slice(0, 30).join(', ');
      const ids = createdIds(body, valid.answer?.headers.location);
      return ids.length > 0 || mayNameCreated(body) ? shape : `${shape}, no identifiers`;
    },
  }),
  observedGap({
    id: 'GAP-IMPORT-READ',
    section: '4',
    statement: 'At which endpoint what an import created can be read by the identifiers in its answer.',
    matters:
      'A client reads there what it imported. If its own endpoint does not find it, import.readable fails.',
    at: atImport,
    requests: createdReads,
    observe: (asked) => {
      const reads = Object.values(asked).filter((one) => one !== undefined);
      const read = reads.find(isSuccess);
      if (read !== undefined) return `at ${read.endpoint}`;
      return reads.length === 0 ? undefined : 'not found by them';
    },
  }),
  observedGap({
    id: 'GAP-IMPORT-INVALID',
    section: '4',
    statement: 'How an invalid or partly invalid Bundle is handled.',
    matters: 'What is accepted here may create half of what a client meant to send: validate before sending.',
    at: atImport,
    requests: {
      'no Bundle': { key: 'valid', body: 'not-a-bundle' },
      'other type': { key: 'valid', body: 'other-type' },
      'no entry': { key: 'valid', body: 'no-entry' },
      'no resource': { key: 'valid', body: 'entry-without-resource' },
    },
    observe: acceptances,
  }),
  observedGap({
    id: 'GAP-IMPORT-UNKEYED-ORDER',
    section: '5',
    statement: 'Whether the key or the content of an import is checked first.',
    matters: 'Where the content is looked at first, an error says nothing about the key.',
    tier: 'survey',
    at: atImport,
    requests: { none: { key: 'none', body: 'empty-bundle' } },
    observe: (asked) => (classify(asked.none) === 'refusal' ? 'the key' : 'the content'),
  }),
  unobservedGap({
    id: 'GAP-THROTTLE-THRESHOLD',
    section: '8',
    statement: 'How many requests are allowed in which time.',
    notObserved: 'Finding the threshold means crossing it; a run keeps a polite pace instead.',
  }),
  observedGap({
    id: 'GAP-THROTTLE-ANSWER',
    section: '8',
    statement: 'Status and headers of a throttled answer.',
    matters: 'A client that waits needs to recognize this answer, and to know for how long.',
    at: () => true,
    evenIfMissing: true,
    requests: {},
    observe: (_asked, _endpoint, all) => {
      const answers = all.filter(({ throttled }) => throttled).flatMap(({ answer }) => answer ?? []);
      const seen = new Set(answers.map(throttledAnswer));
      return seen.size === 0 ? undefined : [...seen].sort().join(', ');
    },
  }),
];
