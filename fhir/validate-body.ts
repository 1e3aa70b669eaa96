import { validateBundlesIn } from './bundle/validate-entries.ts';
import { type ResourceResult, validateResource } from './choose-release.ts';
import { printable } from './element-path.ts';
import type { ResolveReference } from './invariants/rule-context.ts';
import { quoted } from './issue-collector.ts';
import { withPositions } from './json/issue-positions.ts';
import { isObject, type JsonObject } from './json/json-value.ts';
import { type ReadResult, readJson } from './json/read-json.ts';
import { type ReadValue, readValue } from './json/read-value.ts';
import type { Definitions } from './release-definitions.ts';
import { ReportBuilder } from './report-builder.ts';
import type { FhirIssue, ValidateOptions, ValidationReport } from './types.ts';

/** Longer type names are cut in the report. */
const maximumTypeLength = 100;

/**
 * Validates one body in the calling thread: its text, its root resource and, if that is a Bundle, each entry.
 *
 * @param definitions what to validate against; share it between calls, because it keeps what it has read
 * @param body JSON text, or its UTF-8 bytes (a typed array or an ArrayBuffer); anything else is taken for the parsed value
 * @returns a report; never throws because of what the body holds
 */
export function validateBody(
  definitions: Definitions,
  body: unknown,
  options: ValidateOptions = {},
): ValidationReport {
  const given = withArray(body);
  if (typeof given !== 'string' && !isBytes(given))
    return validateValue(definitions, readValue(given), options);
  const read = readJson(given);
  const report = validateValue(definitions, read, options);
  const { text, issues: textIssues } = read;
  if (options.positions !== true || text === undefined) return report;
  const root = report.resourceType ?? '';
  return { ...report, issues: withPositions(report.issues, { text, root, textIssues }) };
}

function validateValue(
  definitions: Definitions,
  read: ReadResult | ReadValue,
  options: ValidateOptions,
): ValidationReport {
  const report = new ReportBuilder();
  if (read.value === undefined) {
    if (read.unread === undefined) report.addIssues(read.issues);
    else report.addIssues(read.issues.map((issue) => ({ ...issue, code: 'too-costly' })));
    return report.build(read.unread === undefined ? {} : { unread: read.unread });
  }
  const root = read.value;
  if (!isObject(root)) {
    report.addIssues(read.issues);
    report.addIssues([structureIssue('', 'A FHIR resource is a JSON object; the body is something else.')]);
    return report.build({});
  }
  const type = typeof root.resourceType === 'string' ? root.resourceType : undefined;
  const rootPath = type === undefined ? '' : printable(type, maximumTypeLength);
  const rootType = type === undefined ? {} : { resourceType: rootPath };
  if (read.issues.length > 0) {
    report.addIssues(
      read.issues.map((issue) => ({
        ...issue,
        path: rootPath === '' ? issue.path : `${rootPath}.${issue.path}`,
      })),
    );
    return report.build(rootType);
  }
  if (options.expectType !== undefined && type !== undefined && type !== options.expectType) {
    const message = `The type of the resource is ${quoted(type)}; ${options.expectType} was expected.`;
    report.addIssues([structureIssue(`${rootPath}.resourceType`, message)]);
    return report.build(rootType);
  }

  const resourceOptions = { definitions, numberTexts: read.numberTexts, release: options.release };
  const validate = (resource: JsonObject, path: string, resolve: ResolveReference): ResourceResult => {
    const result = validateResource(resource, path, resourceOptions, resolve);
    report.addIssues(result.issues, result.omitted);
    if (result.type) report.addRelease(result.type.name, result.type.release);
    return result;
  };
  const release = validate(root, rootPath, () => undefined).type?.release;
  validateBundlesIn(root, rootPath, {
    validateResource: (resource, path, resolve) => validate(resource, path, resolve).references,
    isResourceType: (name) => definitions.isResourceType(name),
    addIssues: (issues) => report.addIssues(issues),
  });
  return report.build({
    ...rootType,
    ...(release ? { release } : {}),
    ...(type === 'Bundle' ? { entryCount: Array.isArray(root.entry) ? root.entry.length : 0 } : {}),
  });
}

function structureIssue(path: string, message: string): FhirIssue {
  return { severity: 'error', level: 'structure', path, message };
}

/** The bytes of an ArrayBuffer of any realm, such as that of a test environment; any other body as it is. */
function withArray(body: unknown): unknown {
  try {
    if (!isBuffer(body)) return body;
    // No array can be made of a buffer that was transferred to a worker.
    return body.byteLength === 0 ? new Uint8Array() : new Uint8Array(body);
  } catch {
    // It is read as a value, and what it throws is an issue.
    return body;
  }
}

function isBuffer(body: unknown): body is ArrayBuffer {
  return Object.prototype.toString.call(body) === '[object ArrayBuffer]';
}

/** Bytes of another realm are bytes as well. */
function isBytes(body: unknown): body is Uint8Array {
  return ArrayBuffer.isView(body);
}
