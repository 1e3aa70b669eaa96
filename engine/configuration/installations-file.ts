import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { didYouMean } from './did-you-mean.ts';
import type { Variables } from './environment.ts';
import type { Problem } from './problems.ts';

/** An entry of installations.yaml, its `${NAME}` filled in, and how to name a place in it. */
export interface FileEntry {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly placeOf: (field: string) => string;
}

export interface InstallationsFile {
  readonly entries: readonly FileEntry[];
  /** The `monitor` block for all installations, as written. */
  readonly monitor?: unknown;
}

type Path = readonly (string | number)[];

/**
 * Reads a file of installations: YAML, `${NAME}` from the environment, then the schema.
 * @param schemas the schema of the file first, then those that it refers to
 * @param problems receives every mistake, each with its line
 */
export function readInstallationsFile(
  file: string,
  shownName: string,
  schemas: readonly [object, ...object[]],
  variables: Variables,
  problems: Problem[],
): InstallationsFile {
  const nothing = { entries: [] };
  const text = readText(file);
  if (text === undefined) {
    problems.push({
      place: shownName,
      message: 'This file cannot be read. Check its name and its permissions.',
    });
    return nothing;
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  if (document.errors.length > 0) {
    for (const error of document.errors) {
      const { line } = lines.linePos(error.pos[0]);
      problems.push({
        place: `${shownName}, line ${line}`,
        message: `This is not valid YAML (${error.code}).`,
      });
    }
    return nothing;
  }
  const placeAt = (path: Path): string => {
    const node: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
    const offset = isNode(node) ? node.range?.[0] : undefined;
    const line = offset === undefined ? '' : `, line ${lines.linePos(offset).line}`;
    return `${shownName}${line}${path.length === 0 ? '' : ` (${path.join('.')})`}`;
  };
  const filled = fillIn(document.toJS() as unknown, [], variables, (path, message) => {
    problems.push({ place: placeAt(path), message });
  });
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, schemas: schemas.slice(1) });
  const validate = ajv.compile(schemas[0]);
  if (!validate(filled)) {
    for (const error of validate.errors ?? []) problems.push(problemOf(error, placeAt));
    return nothing;
  }
  const { installations, monitor } = filled as {
    installations: Record<string, unknown>[];
    monitor?: unknown;
  };
  return {
    entries: installations.map((fields, index) => ({
      fields,
      placeOf: (field) => placeAt(field === '' ? ['installations', index] : ['installations', index, field]),
    })),
    ...(monitor === undefined ? {} : { monitor }),
  };
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Replaces `${NAME}` in every text. An unset or empty variable is told by its name. */
function fillIn(
  value: unknown,
  path: Path,
  variables: Variables,
  tell: (path: Path, message: string) => void,
): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => {
      const found = variables[name];
      if (found === undefined)
        tell(path, `The variable ${name} is not set.${didYouMean(name, Object.keys(variables))}`);
      else if (found.trim() === '') tell(path, `The variable ${name} is set but empty.`);
      return found === undefined || found.trim() === '' ? 'unset' : found;
    });
  }
  if (Array.isArray(value))
    return value.map((item, index) => fillIn(item, [...path, index], variables, tell));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, fillIn(item, [...path, name], variables, tell)]),
  );
}

function problemOf(error: ErrorObject, placeAt: (path: Path) => string): Problem {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')));
  const params: Readonly<Record<string, unknown>> = error.params;
  if (error.keyword === 'additionalProperties') {
    const name = String(params.additionalProperty);
    const known = Object.keys((error.parentSchema?.properties ?? {}) as object);
    return {
      place: placeAt([...path, name]),
      message: `The name ${name} is not known here.${didYouMean(name, known)}`,
    };
  }
  if (error.keyword === 'required') {
    return { place: placeAt(path), message: `${String(params.missingProperty)} is missing.` };
  }
  if (error.keyword === 'pattern' && path.at(-1) === 'name') {
    return {
      place: placeAt(path),
      message: 'A name has letters, digits, points, hyphens and underscores, at most 63.',
    };
  }
  return { place: placeAt(path), message: `This ${error.message ?? 'is not as it should be'}.` };
}
