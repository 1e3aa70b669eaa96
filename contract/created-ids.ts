import { isObject } from './answers.ts';

/** Fields whose value counts or describes something, and so names nothing that was created. */
const descriptive =
  /^(status|state|code|message|messages|msg|result|success|ok|error|errors|warning|warnings|notice|info|description|detail|details|count|counts|total|totals|size|length|[a-z_]*_?count|number_?of_?.*|n|duration.*|elapsed.*|took|time|timestamp|date|at|.*_at|lastmodified|lastupdated|version|versionid|etag|resource_?type|type|diagnostics|severity)$/i;

/** Bare words by which services say that all went well. */
const courtesies =
  /^(ok|okay|success|successful|succeeded|done|created|imported|accepted|complete|completed|true|yes|null|none)$/i;

const maximumNodes = 20_000;

/**
 * The identifiers in an import answer, in any shape: bare or listed numbers, strings, UUIDs, objects with ids,
 * a transaction-response Bundle with locations, a map by type (GAP-IMPORT-ANSWER).
 * @returns at most ten, as text; empty when the answer names nothing that was created
 */
export function createdIds(value: unknown): readonly string[] {
  const found: string[] = [];
  let level: unknown[] = [value];
  let seen = 0;
  while (level.length > 0 && found.length < 10 && seen < maximumNodes) {
    const next: unknown[] = [];
    for (const item of level) {
      seen += 1;
      if (Array.isArray(item)) next.push(...item.slice(0, 100));
      else if (isObject(item)) next.push(...valuesOf(item));
      else if (isIdentifier(item)) found.push(String(item));
    }
    level = next;
  }
  return found.slice(0, 10);
}

/** The values of an object that may hold identifiers. A map whose names are ids counts by its values alone. */
function valuesOf(item: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Object.entries(item)
    .filter(([name]) => !descriptive.test(name))
    .map(([, value]) => value);
}

function isIdentifier(item: unknown): boolean {
  if (typeof item === 'number') return Number.isInteger(item);
  return (
    typeof item === 'string' &&
    item.length > 0 &&
    item.length <= 300 &&
    !/\s/.test(item) &&
    !courtesies.test(item)
  );
}
