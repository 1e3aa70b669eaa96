import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log, Result } from 'sarif';
import { suiteVersion } from '../../engine/version.ts';
import { renderJson } from '../json.ts';
import { sanitize } from '../sanitize.ts';

/** One problem in a file. */
export interface SarifFinding {
  readonly rule: string;
  readonly level: 'error' | 'warning';
  readonly message: string;
  readonly file: string;
  /** From 1; columns in UTF-16 units. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** The names of the locations within the file's content. */
  readonly logicalNames?: readonly string[];
  /** Stable: the same problem always has the same fingerprint. */
  readonly fingerprint?: string;
}

/** Something that could not be inspected, or was left out. */
export interface SarifNotification {
  readonly level: 'error' | 'note';
  readonly message: string;
}

export interface SarifReport {
  /** The statement of each rule, by its id. */
  readonly rules: Readonly<Record<string, string>>;
  /** More about a rule, as Markdown. */
  readonly help?: Readonly<Record<string, string>>;
  readonly findings: readonly SarifFinding[];
  readonly notifications: readonly SarifNotification[];
  /** The folder that file names are relative to; if it is empty, the names stay as they are. */
  readonly root: string;
}

const rootId = '%SRCROOT%';

/** Findings as SARIF 2.1.0, which editors and code hosts show next to the lines concerned. */
export function renderSarif({ rules, help = {}, findings, notifications, root }: SarifReport): string {
  const ids = Object.keys(rules);
  const rootUrl = root === '' ? '' : pathToFileURL(`${root}/`).href;
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'evidence-contract',
            version: suiteVersion,
            rules: Object.entries(rules).map(([id, text]) => ({
              id,
              shortDescription: { text },
              // Viewers without Markdown support show it as text.
              ...(help[id] && { help: { text: help[id], markdown: help[id] } }),
            })),
          },
        },
        ...(root === '' ? {} : { originalUriBaseIds: { [rootId]: { uri: rootUrl } } }),
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: notifications.every(({ level }) => level !== 'error'),
            toolExecutionNotifications: notifications.map(({ level, message }) => ({
              level,
              message: { text: sanitize(message) },
            })),
          },
        ],
        results: findings.map((finding) => resultOf(finding, ids, rootUrl, root)),
      },
    ],
  };
  return renderJson(log);
}

function resultOf(finding: SarifFinding, ids: readonly string[], rootUrl: string, root: string): Result {
  const { rule, level, message, file, line, column, logicalNames = [], fingerprint } = finding;
  const region = line === undefined ? undefined : { startLine: line, ...(column && { startColumn: column }) };
  return {
    ruleId: rule,
    ruleIndex: ids.indexOf(rule),
    level,
    message: { text: sanitize(message) },
    locations: [
      {
        physicalLocation: { artifactLocation: artifactOf(file, rootUrl, root), ...(region && { region }) },
        ...(logicalNames.length > 0 && {
          logicalLocations: logicalNames.map((name) => ({ fullyQualifiedName: sanitize(name) })),
        }),
      },
    ],
    ...(fingerprint && { partialFingerprints: { primaryLocationLineHash: fingerprint } }),
  };
}

/** The relative URI of a file below the root, so that it is found on another machine as well. */
function artifactOf(file: string, rootUrl: string, root: string): { uri: string; uriBaseId?: string } {
  if (root === '') return { uri: file };
  const url = pathToFileURL(resolve(root, file)).href;
  if (!url.startsWith(rootUrl)) return { uri: url };
  const relative = url.slice(rootUrl.length);
  // A colon in the first segment would be read as a scheme.
  return { uri: /^[^/]*:/.test(relative) ? `./${relative}` : relative, uriBaseId: rootId };
}
