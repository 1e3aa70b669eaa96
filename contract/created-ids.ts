import { isObject } from './answers.ts';
import type { SentBundle } from './exchange.ts';

/** Fields whose scalar value describes the outcome, so it is not an identifier. */
const statusFields =
  /^(status|state|code|result|success|ok|error|errors|warning|warnings|notice|severity|n|duration.*|elapsed.*|took|time|timestamp|date|at|.*_at|lastmodified|lastupdated|version|versionid|api|percent|progress|.*_by|etag|resource_?type|type)$/i;

/** Fields that hold a count, in any notation. */
const countFields = /^(count|counts|total|totals|size|length|.*_count|.*[a-z]Count|number_?of_?.*|entries)$/;

/** Fields about what was not created. */
const failureFields =
  /^(errors?|warnings?|failed|failures?|skipped|rejected|ignored|invalid|duplicates?|not_?found)$/i;

/** Fields with text for people, which may contain an identifier. */
const textFields =
  /^(message|messages|msg|info|description|detail|details|diagnostics|text|title|summary|result|status|state|notice)$/i;

/** Single words that report success or that nothing is there, so they are not identifiers. */
const emptyWords =
  /^(ok|okay|success|successful|succeeded|done|created|imported|accepted|complete|completed|true|yes|null|none|undefined|nan|\[object object\])$/i;

/** Fields whose text is an identifier even if it has spaces. */
const idFields = /^(_?ids?|uuids?|guids?|identifiers?|.*_ids?|.*[a-z]Ids?)$/;

/** A code with spaces, as for documents: `PRJ 2024 12`. */
const spacedCode = /^(?!HTTP |OK )[A-Z]{1,8}(?: [\w:./#-]{1,40}){1,3}$/;

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** A field name that is itself an identifier: a number, a UUID, a FHIR reference, the path or the address of a record. */
const identifyingName = new RegExp(
  `^(?:https?://|/)?(?:\\d+|(?:[\\w.:-]+/)*(?:${uuid}|[A-Za-z]+/[A-Za-z_.-]*\\d[\\w.-]*))$`,
  'i',
);
/** A code of a registry, and the ids of some databases. */
const codeName = /^(?:[A-Z]{1,6}-?\d{2,}|(?=.*\d)[0-9a-f]{24,64})$/;
/** Words in a text after which a number is an identifier. */
const resourceWords =
  'project|citation|study|record|report|extraction|assessment|resource|import|bundle|question|form|review';
/**
 * An identifier in a text: a UUID, a FHIR reference, or what follows the word id, # or the name of a resource. Each is a
 * pattern of its own, because the cost of all in one could not be shown to be linear.
 */
const identifiersInText: readonly RegExp[] = [
  new RegExp(uuid, 'i'),
  /\b[A-Z][A-Za-z]+\/[A-Z_.-]*\d/i,
  /\bids?(?:[^\w-]{1,4}[A-Z_-]*\d|[^\w-]{0,2}-{1,2}[^\w-]{0,2}\w*\d)/i,
  /#\d/,
  new RegExp(`\\b(?:${resourceWords}) \\d+\\b`, 'i'),
];

/** Fields that say how many there were, where their number is that of the entries that were sent. */
const amountFields =
  /^(created|imported|inserted|saved|stored|added|processed|accepted|succeeded|resources|records|items|objects|rows)(_?(resources|records|entries|items))?$/i;

/** Fields with the id of a request, which names nothing that was created. */
const requestFields = /^(x[_-]?)?(request|trace|correlation|span)[_-]?id$/i;

const maximumNodes = 20_000;

/** A part of an import answer, and whether the name of its field says that it is an identifier. */
interface Held {
  readonly item: unknown;
  readonly isNamed: boolean;
}

/** What an import answer names. */
export interface CreatedIds {
  readonly certain: readonly string[];
  /** What was sent with the import: identifiers only if a record is found by them. */
  readonly doubtful: readonly string[];
}

/**
 * The identifiers in an import answer of any shape: single or listed numbers, strings, UUIDs, objects with ids,
 * a transaction-response Bundle with locations, a map by type or by id, a text (GAP-IMPORT-ANSWER).
 * @param sent what the import carried
 * @returns at most ten of each, as text; empty when the answer names nothing that was created
 */
export function createdIds(value: unknown, sent?: SentBundle): CreatedIds {
  const certain: string[] = [];
  const doubtful: string[] = [];
  let level: readonly Held[] = [{ item: value, isNamed: false }];
  let seen = 0;
  while (level.length > 0 && certain.length < 10 && seen < maximumNodes) {
    const next: Held[] = [];
    for (const { item, isNamed } of level) {
      seen += 1;
      if (Array.isArray(item))
        next.push(...item.slice(0, 100).map((one: unknown) => ({ item: one, isNamed })));
      else if (isObject(item)) {
        const fields = Object.entries(item).filter(([name, held]) => !isAmount(name, held, sent));
        next.push(...fields.flatMap(mayHoldIds));
      } else if (isIdentifier(item, isNamed))
        (isSent(String(item), sent) ? doubtful : certain).push(String(item));
    }
    level = next;
  }
  return { certain: certain.slice(0, 10), doubtful: doubtful.slice(0, 10) };
}

/** True for what the import carried, also as part of a reference or a link. */
export function isSent(id: string, sent: SentBundle | undefined): boolean {
  if (sent === undefined) return false;
  const addresses = sent.ids.map((one) => one.replace(/^urn:uuid:/i, ''));
  const parts = id.replace(/^urn:uuid:/i, '').split('/');
  return sent.words.includes(id) || parts.some((part) => addresses.includes(part));
}

function isAmount(name: string, held: unknown, sent: SentBundle | undefined): boolean {
  return held === sent?.entries && amountFields.test(name);
}

/** The parts of a field that may be or hold identifiers: its value, and its name if that is one. */
function mayHoldIds([name, value]: readonly [string, unknown]): readonly Held[] {
  if (countFields.test(name) || requestFields.test(name) || failureFields.test(name)) return [];
  if (textFields.test(name) && typeof value === 'string')
    return identifiersInText
      .flatMap((pattern) => pattern.exec(value)?.map(withoutSpaces) ?? [])
      .slice(0, 1)
      .map((item) => ({ item, isNamed: false }));
  const isScalar = typeof value !== 'object' || value === null;
  const held = isScalar && statusFields.test(name) ? [] : [{ item: value, isNamed: idFields.test(name) }];
  const isId = identifyingName.test(name) || codeName.test(name);
  return isId && value !== null ? [{ item: name, isNamed: false }, ...held] : held;
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

function isIdentifier(item: unknown, isNamed: boolean): boolean {
  if (typeof item === 'number') return Number.isInteger(item);
  if (typeof item !== 'string' || item.length === 0 || item.length > 300) return false;
  if (emptyWords.test(item.trim())) return false;
  const words = item.split(/[\s,;]+/).filter((word) => word !== '');
  if (words.length === 1 || (isNamed && words.length <= 8)) return true;
  if (spacedCode.test(item) && /\d/.test(item)) return true;
  return (
    (words.length > 0 && words.every((word) => /\d/.test(word))) ||
    identifiersInText.some((pattern) => pattern.test(item))
  );
}
