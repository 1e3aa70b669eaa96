import { classify } from '../../contract/answers.ts';
import { type Endpoint, endpointOf } from '../../contract/endpoints.ts';
import { type Exchange, type NotAsked, wasAsked } from '../../contract/exchange.ts';
import type { Installation } from '../configuration/installation.ts';
import type { Lists } from './lists.ts';
import type { Send } from './sender.ts';

/** What a run learnt about the records of an endpoint: which id finds one. */
export interface PreparedRecord {
  /** The exchanges of the plain requests, by credential: these requests are not sent again. */
  readonly asked: Readonly<Partial<Record<'header' | 'query', Exchange | NotAsked>>>;
  /** The id that every request for a known record has; missing if the list shows none. */
  readonly id?: string;
  /** The same kind of id of another entry. */
  readonly second?: string;
  /** The list shows the ids of its own entries, so that the second one is listed too. */
  readonly secondIsListed?: true;
}

export interface Records {
  /** Learns about the records of an endpoint, with the same result for every call. */
  readonly prepare: (endpoint: Endpoint) => Promise<PreparedRecord>;
}

/** An id to try: the field of the entry that it comes from, by its place among the candidates. */
interface Candidate {
  readonly id: string;
  readonly entry: number;
  readonly field: number;
}

type Marks = Pick<Exchange, 'idIsPinned' | 'idIsListed'>;

/** How many fields of the first entry, and how many other entries, are tried. */
const triedWhereListed = { fields: 6, entries: 4 } as const;
const triedElsewhere = { fields: 2, entries: 1 } as const;

/**
 * Prepares records: requests the first that the list shows and, while nothing is found, others. The document leaves open
 * which field of an entry the path takes (GAP-LIST-FIELDS), and a record may have gone since it was listed.
 */
export function makeRecords(installation: Installation, send: Send, lists: Lists): Records {
  const prepared = new Map<string, Promise<PreparedRecord>>();

  const plainly = async (endpoint: Endpoint, id: string, marks: Marks) => {
    const byHeader = await send({ endpoint, request: { key: 'header' } }, id, {}, { marks });
    const isRefused = wasAsked(byHeader) && classify(byHeader) === 'refusal';
    if (!isRefused) return { key: 'header', answer: byHeader, asked: { header: byHeader } } as const;
    const byQuery = await send({ endpoint, request: { key: 'query' } }, id, {}, { marks });
    return { key: 'query', answer: byQuery, asked: { header: byHeader, query: byQuery } } as const;
  };

  const learn = async (endpoint: Endpoint): Promise<PreparedRecord> => {
    const { idsFrom, pinnedId } = endpoint;
    const pinned = pinnedId === undefined ? undefined : installation.pinnedIds[pinnedId];
    if (pinned !== undefined)
      return { id: pinned, asked: (await plainly(endpoint, pinned, { idIsPinned: true })).asked };
    if (idsFrom === undefined) return { asked: {} };
    const { candidates, showsOwnIds } = await lists.prepare(endpointOf(idsFrom));
    const marks: Marks = showsOwnIds ? { idIsListed: true } : {};
    const [first, ...others] = triesOf(candidates, endpoint);
    if (first === undefined) return { asked: {} };
    const { key, answer, asked } = await plainly(endpoint, first.id, marks);
    const found = (tried: Candidate, exchange: Exchange | NotAsked): PreparedRecord => ({
      asked: { ...asked, [key]: exchange },
      id: tried.id,
      ...secondOf(candidates, tried),
      ...(showsOwnIds ? { secondIsListed: true } : {}),
    });
    if (!isNotThere(answer)) return found(first, answer);
    // A list may begin with records that were withdrawn; one that shows nothing else is hard to believe.
    const isWithdrawn = wasAsked(answer) && answer.answer?.status === 410;
    const more = isWithdrawn
      ? triesOf(candidates, { ...endpoint, listedAreAccessible: true }).slice(1)
      : others;
    for (const other of more) {
      const next = await send({ endpoint, request: { key } }, other.id, {}, { marks });
      if (!wasAsked(next)) break;
      if (classify(next) === 'success') return found(other, next);
    }
    if (endpoint.listedAreAccessible !== true) return found(first, answer);
    return (await whenGone(endpoint, first.id, key)) ?? found(first, answer);
  };

  /** A record that its list does not show any more went while it was asked for: what the list shows now counts. */
  const whenGone = async (
    endpoint: Endpoint,
    id: string,
    key: 'header' | 'query',
  ): Promise<PreparedRecord | undefined> => {
    if (endpoint.idsFrom === undefined) return undefined;
    const now = await lists.idsNow(endpointOf(endpoint.idsFrom), key);
    if (now === undefined || now.includes(id)) return undefined;
    const [other] = now;
    return other === undefined
      ? { asked: {} }
      : { id: other, asked: (await plainly(endpoint, other, { idIsListed: true })).asked };
  };

  return {
    prepare(endpoint) {
      const known = prepared.get(endpoint.id) ?? learn(endpoint);
      prepared.set(endpoint.id, known);
      return known;
    },
  };
}

/** The ids to try, in order: every field of the first entry and entries from the whole list, or the second entry first. */
function triesOf(
  candidates: readonly (readonly string[])[],
  { listedAreAccessible }: Endpoint,
): readonly Candidate[] {
  const limits = listedAreAccessible === true ? triedWhereListed : triedElsewhere;
  const all = candidates.map((ids, entry) => ids.map((id, field): Candidate => ({ id, entry, field })));
  const fields = (all[0] ?? []).slice(0, limits.fields);
  const likeliest = spread(all.slice(1), limits.entries).flatMap((ids) => ids.slice(0, 1));
  const ordered =
    listedAreAccessible === true
      ? [...fields, ...likeliest]
      : [...fields.slice(0, 1), ...likeliest, ...fields.slice(1)];
  return ordered.filter(({ id }, index) => ordered.findIndex((one) => one.id === id) === index);
}

/** At most so many of all: the first, the last, and others between them. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  const places = Array.from({ length: most }, (_, index) =>
    Math.round((index * (all.length - 1)) / Math.max(1, most - 1)),
  );
  return all.filter((_, index) => places.includes(index));
}

function secondOf(
  candidates: readonly (readonly string[])[],
  { id, entry, field }: Candidate,
): Pick<PreparedRecord, 'second'> {
  const others = [...candidates.slice(entry + 1), ...candidates.slice(0, entry)];
  const second = others.map((ids) => ids[field]).find((one) => one !== undefined && one !== id);
  return second === undefined ? {} : { second };
}

/** A 4xx that may be about the id: neither about the key, nor about the method or the media type. */
function isNotThere(exchange: Exchange | NotAsked): boolean {
  if (!wasAsked(exchange) || classify(exchange) !== 'client-error') return false;
  return exchange.answer?.status !== 405 && exchange.answer?.status !== 406;
}
