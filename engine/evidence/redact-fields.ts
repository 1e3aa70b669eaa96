import type { JsonReading } from '../../contract/exchange.ts';
import type { FhirReport } from '../../fhir/index.ts';

/** Hides secrets in a text. */
export type Clean = (text: string) => string;

/** Where secrets may stand in what an installation answered: in names and values, never in what we added to them. */

export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  clean: Clean,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [clean(name), clean(value)]));
}

/** Level, severity and counts are ours; types, paths and messages repeat what the body says. */
export function redactFhirReport(report: FhirReport, clean: Clean): FhirReport {
  const { resourceType, releasesByType, issues } = report;
  return {
    ...report,
    ...(resourceType === undefined ? {} : { resourceType: clean(resourceType) }),
    releasesByType: Object.fromEntries(
      Object.entries(releasesByType).map(([type, releases]) => [clean(type), releases]),
    ),
    issues: issues.map((issue) => ({ ...issue, path: clean(issue.path), message: clean(issue.message) })),
  };
}

export function redactReading(reading: JsonReading, clean: Clean): JsonReading {
  return reading.ok
    ? { ok: true, value: redactJson(reading.value, clean) }
    : { ok: false, reason: clean(reading.reason) };
}

/** A JSON value of an installation, in which names are foreign text as well. */
function redactJson(value: unknown, clean: Clean): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => redactJson(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [clean(name), redactJson(item, clean)]),
  );
}
