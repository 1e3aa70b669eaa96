import { gaps } from '../contract/gaps/gaps.ts';
import { groupBy } from '../engine/group-by.ts';
import {
  bySeverity,
  type ClassifiedDrift,
  type Effect,
  type FieldChange,
} from '../engine/record/baseline.ts';
import { capitalized } from '../engine/record/group-failures.ts';
import { uncapitalized } from './words.ts';

/** One change of behaviour that the document leaves open, at any number of endpoints. */
export interface DriftCause {
  readonly effect: Effect;
  /** A sentence without the endpoints. */
  readonly sentence: string;
  /** The same as a clause that is true at each of its endpoints. */
  readonly clause: string;
  readonly gaps: readonly string[];
  readonly endpoints: readonly string[];
}

/** Groups drift by its cause, breaking changes first. Pure. */
export function driftCauses(drift: readonly ClassifiedDrift[]): readonly DriftCause[] {
  const parts = drift.flatMap((one) => partsOf(one, drift));
  return [...groupBy(parts, ({ key }) => key).values()]
    .map(causeFrom)
    .toSorted((one, other) => bySeverity.indexOf(one.effect) - bySeverity.indexOf(other.effect));
}

/**
 * Drift in sentences, one per cause: `GET /api/v3/users, GET /api/v3/projects: the field "name" is gone
 * (GAP-LIST-FIELDS).`
 */
export function driftSentences(causes: readonly DriftCause[], isBreaking: boolean): readonly string[] {
  return causes
    .filter(({ effect }) => (effect === 'breaking') === isBreaking)
    .map(({ clause, endpoints, gaps: ids }) => {
      const about = [...ids, ...(isBreaking ? ['on which clients may rely'] : [])].join(', ');
      return `${endpoints.join(', ')}: ${clause} (${about}).`;
    });
}

/** What happened to one field at one endpoint, or to the features of an answer. */
interface Part {
  /** Equal for changes with the same cause. */
  readonly key: string;
  readonly drift: ClassifiedDrift;
  readonly change?: FieldChange;
}

function partsOf(drift: ClassifiedDrift, all: readonly ClassifiedDrift[]): readonly Part[] {
  const { gap, endpoint, before, after, changes } = drift;
  if (changes !== undefined) return changes.map((change) => ({ key: keyOf(change), drift, change }));
  // A change of id types changes the form of ids as well.
  const isTypeChangeReported =
    gap === 'GAP-ID-FORMAT' &&
    all.some((one) => one.endpoint === endpoint && one.changes?.some(isChangeOfIds) === true);
  return isTypeChangeReported ? [] : [{ key: JSON.stringify([gap, before, after]), drift }];
}

function keyOf(change: FieldChange): string {
  const { kind, field, from, to, effect } = change;
  return JSON.stringify([kind, isChangeOfIds(change) ? 'ids' : `field ${field}`, from, to, effect]);
}

/** True for a change of the types of a field that holds an id: `id`, `project_id`, `ownerId`. */
function isChangeOfIds({ kind, field }: FieldChange): boolean {
  return kind === 'type' && (/^(id|uuid|guid)$/i.test(field) || /(_id|_uuid|Id|ID)$/.test(field));
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
      sentence: `${capitalized(clause)}.`,
      clause: fields.length > 1 ? typeClause('ids', change, false) : clause,
      gaps: ids,
      endpoints,
    };
  }
  const { gap = '', before = '', after = '', effect = 'unclear' } = first?.drift ?? {};
  const statement = gaps.find(({ id }) => id === gap)?.statement ?? gap;
  const sentence = `${statement.replace(/\.$/, '')}: "${before}" before, "${after}" now`;
  return { effect, sentence: `${sentence}.`, clause: uncapitalized(sentence), gaps: ids, endpoints };
}

/**
 * A change of fields as a clause, without the endpoints: `the field "title" is now called "headline"`.
 * @param fields the fields with the same change; more than one only for a change of types
 */
export function changeClause(change: FieldChange, fields: readonly string[] = [change.field]): string {
  const isOne = fields.length === 1;
  const subject = `the ${isOne ? 'field' : 'fields'} ${fields.map((name) => `"${name}"`).join(', ')}`;
  switch (change.kind) {
    case 'gone':
      return `${subject} is gone`;
    case 'renamed':
      return `${subject} is now called "${change.to}"`;
    case 'type':
      return typeClause(subject, change, isOne);
    case 'new':
      return `${subject} is new`;
  }
}

/** "ids were numbers and are now strings". */
function typeClause(subject: string, { from = '', to = '' }: FieldChange, isOne: boolean): string {
  const words = (types: string): string =>
    types
      .split(' or ')
      .map((type) => (isOne ? `${/^[ao]/.test(type) ? 'an' : 'a'} ${type}` : `${type}s`))
      .join(' or ');
  return `${subject} ${isOne ? 'was' : 'were'} ${words(from)} and ${isOne ? 'is' : 'are'} now ${words(to)}`;
}
