import { createHash } from 'node:crypto';
import { type CheckRequests, type Exchanges, plain } from '../checks/check.ts';
import { type Endpoint, type EndpointId, endpointOf } from '../document/endpoints.ts';
import { isFailing, isObject, isSuccess } from '../judging/answers.ts';
import { jsonTypeOf, shorten } from '../judging/describe.ts';
import { type Evidence, isPlainSuccess } from '../judging/evidence.ts';
import { BodyNotRead, type Exchange, guardUnread, wasAsked } from '../judging/exchange.ts';
import { hasValidKey } from '../judging/request.ts';
import { limits } from '../limits.ts';

/** An installation's answer at a gap. Never a failure. */
export interface Observation {
  readonly gap: string;
  readonly endpoint: EndpointId;
  readonly answer: string;
  /** The shape of the records in the answer, if its features are their fields. */
  readonly shape?: RecordShape;
}

/** An observation without its data-dependent part, for storage in large numbers. */
export function withoutShape({ shape: _, ...rest }: Observation): Observation {
  return rest;
}

/** The key of a gap at an endpoint: what identifies an observation within a run, and in lists of observations. */
export function observationKey({ gap, endpoint }: Readonly<Record<'gap' | 'endpoint', string>>): string {
  return `${gap} ${endpoint}`;
}

/** One gap at one endpoint. */
export interface GapCase {
  readonly gap: Gap;
  readonly endpoint: Endpoint;
}

/**
 * Makes observations from evidence. Pure. A gap yields no observation if its requests were not sent, were throttled or
 * met an outage, if a body was beyond our limits, or if no valid key succeeded at its endpoint, whose answers then say
 * nothing about the gap.
 */
export function observeAll(gapCases: readonly GapCase[], evidence: Evidence): readonly Observation[] {
  return gapCases.flatMap(({ gap, endpoint }) => {
    const all = evidence.at(endpoint);
    if (gap.sampled === true && !(evidence.sampledAt.includes(endpoint.id) && distinguishesKeys(all)))
      return [];
    if (gap.evenIfMissing !== true && !hasSucceeded(endpoint, all)) return [];
    const asked: Record<string, Exchange> = {};
    for (const [name, request] of Object.entries(gap.requests(endpoint))) {
      const found = evidence.of(request.at === undefined ? endpoint : endpointOf(request.at), request);
      const isUsable = found !== undefined && wasAsked(found) && !found.throttled;
      if (isUsable && isFailing(found)) return [];
      if (isUsable) asked[name] = guardUnread(found);
      else if (request.optional !== true) return [];
    }
    try {
      const said = gap.observe(asked, endpoint, all.map(guardUnread));
      if (said === undefined || said.trim() === '') return [];
      // An installation may choose names of any length.
      const answer = shorten(said, limits.message.value);
      const shape = gap.shape?.(asked, endpoint);
      return [{ gap: gap.id, endpoint: endpoint.id, answer, ...(shape === undefined ? {} : { shape }) }];
    } catch (thrown) {
      // A body that was not read shows nothing.
      if (thrown instanceof BodyNotRead) return [];
      throw thrown;
    }
  });
}

/** Whether an endpoint refuses both a missing and a wrong key; otherwise its handling of other keys says nothing. */
function distinguishesKeys(all: readonly Exchange[]): boolean {
  return !all.some(
    (one) => isSuccess(one) && ['none', 'wrong-header', 'wrong-query'].includes(one.request.key),
  );
}

/** Whether a valid key succeeded at an endpoint, or an answer of version 4 showed that it exists. */
function hasSucceeded({ kind }: Endpoint, all: readonly Exchange[]): boolean {
  if (kind === 'list' || kind === 'record') return all.some(isPlainSuccess);
  return all.some((one) => hasValidKey(one.request) && one.request.path === undefined && isSuccess(one));
}

/**
 * When a gap is observed: in every run, from the requests of its checks; or with requests of its own, in full runs or
 * only in the survey.
 */
export type Tier = 'standard' | 'full' | 'survey';

/**
 * The meaning of the features of an answer. `stated`: the service always shows them. `kinds-seen`: they depend on the
 * current data, so that a missing one may only be missing from the data. `values-by-kind`: each is a kind of data and
 * its property.
 */
export type Features = 'stated' | 'kinds-seen' | 'values-by-kind';

type AnyAsked = Readonly<Record<string, Exchange | undefined>>;

/** One thing that the document leaves open, with an observer or the reason why it is not observed. */
export interface Gap {
  /** Permanent. */
  readonly id: string;
  readonly section: string;
  /** What the document leaves open. */
  readonly statement: string;
  readonly notObserved?: string;
  /** Why the answer matters to a client, as a sentence. Required for every observed gap. */
  readonly matters?: string;
  /** Default of an observer: `standard`. */
  readonly tier?: Tier;
  /** Observed only where keys are sampled. */
  readonly sampled?: true;
  /** Also observed at endpoints where no valid key succeeded. */
  readonly evenIfMissing?: true;
  /** Losing a feature can break a client that was written against this installation. */
  readonly clientsRely?: true;
  /** Default: `stated`. */
  readonly features?: Features;
  readonly at: (endpoint: Endpoint) => boolean;
  readonly requests: (endpoint: Endpoint) => CheckRequests;
  /**
   * Pure. Returns a short, reproducible answer: features joined by ", ", or undefined if this installation does not
   * show it.
   */
  readonly observe: (asked: AnyAsked, endpoint: Endpoint, all: readonly Exchange[]) => string | undefined;
  /** Pure. The shape of the records in the answer, if it has any. */
  readonly shape?: (asked: AnyAsked, endpoint: Endpoint) => RecordShape | undefined;
}

interface Observer<A extends CheckRequests>
  extends Omit<Gap, 'notObserved' | 'requests' | 'observe' | 'shape'> {
  readonly matters: string;
  /** Default: the plain request with a valid key. */
  readonly requests?: A;
  readonly observe: (asked: Exchanges<A>, endpoint: Endpoint, all: readonly Exchange[]) => string | undefined;
  readonly shape?: (asked: Exchanges<A>, endpoint: Endpoint) => RecordShape | undefined;
}

/** Declares a gap with its observer. */
export function observedGap<const A extends CheckRequests = typeof plain>(entry: Observer<A>): Gap {
  const { requests = plain, observe, shape, ...rest } = entry;
  return {
    tier: 'standard',
    ...rest,
    requests: () => requests,
    // As for checks: observeAll passes exactly the requests of this entry.
    observe: (asked, endpoint, all) => observe(asked as Exchanges<A>, endpoint, all),
    ...(shape && { shape: (asked, endpoint) => shape(asked as Exchanges<A>, endpoint) }),
  };
}

/** Declares a gap that no harmless request can show. */
export function unobservedGap(entry: Pick<Gap, 'id' | 'section' | 'statement' | 'notObserved'>): Gap {
  return { ...entry, at: () => false, requests: () => ({}), observe: () => undefined };
}

/** The shape of the records in one answer: it distinguishes fields of all records from fields of some. */
export interface RecordShape {
  /** The number of records examined. */
  readonly records: number;
  /** The id of the record, if the answer is a single one. */
  readonly id?: string;
  readonly fields: readonly FieldShape[];
}

export interface FieldShape {
  readonly name: string;
  /** The number of records with this field. */
  readonly seen: number;
  /** JSON types of its values, in order, without null, which says nothing about a type. */
  readonly types: readonly JsonType[];
  /** The beginning of a digest of its values, which identifies a renamed field; missing if all values are alike. */
  readonly values?: string;
}

export type JsonType = 'array' | 'boolean' | 'number' | 'object' | 'string';

/** Records and fields that are read, and characters of a name. */
const most = 100;

/** So short that many values share a digest: it recognises a field without revealing its values. */
const digestCharacters = 3;

/**
 * The shape of records, by field name. Undefined without records.
 * @param id of the record, if the answer is a single one
 */
export function recordShape(values: readonly unknown[], id?: string): RecordShape | undefined {
  const records = values.slice(0, most).filter(isObject);
  if (records.length === 0) return undefined;
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))].sort().slice(0, most);
  return {
    records: records.length,
    ...(id === undefined ? {} : { id: shorten(id, most) }),
    fields: names.map((name) => fieldShape(name, records)),
  };
}

function fieldShape(name: string, records: readonly Readonly<Record<string, unknown>>[]): FieldShape {
  const values = records.filter((record) => Object.hasOwn(record, name)).map((record) => record[name]);
  const types = [...new Set(values.filter((value) => value !== null).map(jsonTypeOf))].sort() as JsonType[];
  const texts = values.map(textOf).sort();
  // Any field may contain the same flag, or no value at all.
  const isDistinctive = texts.some((text) => text.length > 5) || new Set(texts).size > 1;
  return {
    // An installation chooses the names of its fields.
    name: shorten(name, most),
    seen: values.length,
    types,
    ...(isDistinctive && types.some((type) => type !== 'boolean') ? { values: digestOf(texts) } : {}),
  };
}

/** The same for a number and its digits, so that a field is recognised even if its type changes. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function digestOf(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, digestCharacters);
}
