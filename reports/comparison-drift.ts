import { isDeepStrictEqual } from 'node:util';
import { catalogue } from '../contract/catalogue.ts';
import type { Ask, Topic } from '../contract/check.ts';
import { endpoints as documented } from '../contract/endpoints.ts';
import { gaps } from '../contract/gaps.ts';
import { groupBy } from '../engine/group-by.ts';
import {
  type ClassifiedDrift,
  changeClause,
  type Effect,
  type FieldChange,
  idsClause,
  isIdField,
} from '../engine/record/baseline.ts';
import type { Change } from './comparison-model.ts';
import { topicOf } from './tally.ts';

/** One change where the document leaves it open, at however many endpoints. */
export interface DriftCause {
  readonly effect: Effect;
  /** A sentence without where. */
  readonly sentence: string;
  /** The same as a clause that holds at each of its endpoints. */
  readonly clause: string;
  readonly gaps: readonly string[];
  readonly endpoints: readonly string[];
}

/** What a check of these topics finds in an answer is about the same as what is observed in it. */
const tellingTopics: readonly Topic[] = ['availability', 'success', 'errors', 'fhir', 'import'];

/**
 * Leaves out what a check says already: drift that was observed in the answer by which a check broke, or was mended. The names of
 * fields are judged by no check, so only an answer that is no list or no record at all says the same of them.
 */
export function withoutTold(
  drift: readonly ClassifiedDrift[],
  told: readonly Change[],
): readonly ClassifiedDrift[] {
  return drift.filter(
    (one) =>
      !told.some(
        ({ check, endpoint }) =>
          endpoint === one.endpoint &&
          topicsAbout(one).some((topic) => topic === topicOf(check)) &&
          haveRequestInCommon(one, check),
      ),
  );
}

function topicsAbout({ changes }: ClassifiedDrift): readonly Topic[] {
  return changes === undefined ? tellingTopics : ['success'];
}

function haveRequestInCommon({ gap: id, endpoint: place }: ClassifiedDrift, check: string): boolean {
  const endpoint = documented.find((one) => one.id === place);
  const gap = gaps.find((one) => one.id === id);
  const found = catalogue.find((one) => one.id === check);
  if (endpoint === undefined || gap === undefined || found === undefined) return false;
  const asked = Object.values(found.asks(endpoint)).map(requestOf);
  return Object.values(gap.asks(endpoint))
    .map(requestOf)
    .some((ask) => asked.some((other) => isDeepStrictEqual(ask, other)));
}

/** What is sent, whoever asks for it. */
function requestOf({ optional: _, more: _more, ...request }: Ask): object {
  return request;
}

/** ClassifiedDrift by its cause, what breaks clients first. Pure. */
export function driftCauses(drift: readonly ClassifiedDrift[]): readonly DriftCause[] {
  const parts = drift.flatMap((one) => partsOf(one, drift));
  return [...groupBy(parts, ({ key }) => key).values()]
    .map(causeFrom)
    .toSorted((one, other) => order.indexOf(one.effect) - order.indexOf(other.effect));
}

/** Drift in sentences, one a cause: `GET /api/v3/users, GET /api/v3/projects: the field "name" is gone (GAP-LIST-FIELDS).` */
export function driftSentences(causes: readonly DriftCause[], isBreaking: boolean): readonly string[] {
  return causes
    .filter(({ effect }) => (effect === 'breaking') === isBreaking)
    .map(({ clause, endpoints, gaps: ids }) => {
      const about = [...ids, ...(isBreaking ? ['on which clients may rely'] : [])].join(', ');
      return `${endpoints.join(', ')}: ${clause} (${about}).`;
    });
}

const order: readonly Effect[] = ['breaking', 'unclear', 'additive'];

/** What happened to one field at one endpoint, or to the features of an answer. */
interface Part {
  /** Equal for what has one cause. */
  readonly key: string;
  readonly drift: ClassifiedDrift;
  readonly change?: FieldChange;
}

function partsOf(drift: ClassifiedDrift, all: readonly ClassifiedDrift[]): readonly Part[] {
  const { gap, endpoint, before, after, changes } = drift;
  if (changes !== undefined) return changes.map((change) => ({ key: keyOf(change), drift, change }));
  // Ids that are of another type have another form too.
  const isTold =
    gap === 'GAP-ID-FORMAT' &&
    all.some((one) => one.endpoint === endpoint && one.changes?.some(isChangeOfIds) === true);
  return isTold ? [] : [{ key: JSON.stringify([gap, before, after]), drift }];
}

function keyOf(change: FieldChange): string {
  const { kind, field, from, to, effect } = change;
  return JSON.stringify([kind, isChangeOfIds(change) ? 'ids' : `field ${field}`, from, to, effect]);
}

function isChangeOfIds({ kind, field }: FieldChange): boolean {
  return kind === 'type' && isIdField(field);
}

function causeFrom(parts: readonly Part[]): DriftCause {
  const endpoints = [...new Set(parts.map(({ drift }) => drift.endpoint))];
  const ids = [...new Set(parts.map(({ drift }) => drift.gap))];
  const [first] = parts;
  const changes = parts.flatMap(({ change = [] }) => change);
  const [change] = changes;
  if (change !== undefined) {
    const fields = [...new Set(changes.map(({ field }) => field))];
    const clause = changeClause(change, fields);
    return {
      effect: change.effect,
      sentence: `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`,
      clause: fields.length > 1 ? idsClause(change) : clause,
      gaps: ids,
      endpoints,
    };
  }
  const { gap = '', before = '', after = '', effect = 'unclear' } = first?.drift ?? {};
  const statement = gaps.find(({ id }) => id === gap)?.statement ?? gap;
  const sentence = `${statement.replace(/\.$/, '')}: "${before}" before, "${after}" now`;
  const clause = `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
  return { effect, sentence: `${sentence}.`, clause, gaps: ids, endpoints };
}
