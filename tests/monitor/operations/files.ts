import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse, parseAllDocuments } from 'yaml';
import { locationOf } from '../../support/needs.ts';

export const root: string = fileURLToPath(new URL('../../../', import.meta.url));

/** The text of a file of the project. */
export function textOf(path: string): string {
  return readFileSync(`${root}${path}`, 'utf8');
}

/** Every document of a YAML file. Throws where one is not valid, warnings included. */
export function yamlDocuments(path: string): readonly unknown[] {
  return parseAllDocuments(textOf(path), { uniqueKeys: true }).map((document) => {
    const trouble = [...document.errors, ...document.warnings][0];
    if (trouble !== undefined) throw new Error(`${path}: ${trouble.message}`);
    return document.toJS() as unknown;
  });
}

/** What is in a YAML document at a path of names and positions, such as `spec.containers.0`. */
export function at(document: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name],
      document,
    );
}

/** The one manifest of a kind, of this name if there are several. */
export function manifestOf(manifests: readonly unknown[], kind: string, name?: string): unknown {
  const found = manifests.find(
    (one) => at(one, 'kind') === kind && (name === undefined || at(one, 'metadata.name') === name),
  );
  if (found === undefined) throw new Error(`There is no ${kind} ${name ?? ''}.`);
  return found;
}

/** The names of the elements of a list. */
export function namesIn(list: unknown): readonly unknown[] {
  return (list as readonly unknown[]).map((one) => at(one, 'name'));
}

/** What the schemas have against the content of an `installations.yaml`. */
export function installationsProblems(content: unknown): readonly unknown[] {
  const schema = (name: string): object => JSON.parse(textOf(`schemas/${name}.schema.json`)) as object;
  const isValid = new Ajv2020({ strict: false, schemas: [schema('monitor')] }).compile(
    schema('installations'),
  );
  return isValid(content) ? [] : (isValid.errors ?? []);
}

export interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface RuleFile {
  readonly groups: readonly {
    readonly name: string;
    readonly interval?: string;
    readonly rules: readonly Rule[];
  }[];
}

export const ruleFiles = ['recording.yml', 'alerts.yml'] as const;

export function ruleFile(name: (typeof ruleFiles)[number]): RuleFile {
  return parse(textOf(`operations/prometheus/rules/${name}`)) as RuleFile;
}

export function rulesOf(file: RuleFile): readonly Rule[] {
  return file.groups.flatMap(({ rules }) => rules);
}

/** Every alert with its name. */
export function alerts(): readonly (Rule & { readonly alert: string })[] {
  return rulesOf(ruleFile('alerts.yml')).flatMap((rule) =>
    rule.alert === undefined ? [] : [{ ...rule, alert: rule.alert }],
  );
}

/** Runs promtool. Resolves with what it said and whether it was content. */
export async function promtool(...options: readonly string[]): Promise<{ ok: boolean; said: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(locationOf('promtool'), options, { cwd: root });
    return { ok: true, said: stdout + stderr };
  } catch (thrown) {
    const { stdout = '', stderr = '', message } = thrown as Error & { stdout?: string; stderr?: string };
    return { ok: false, said: `${message}${stdout}${stderr}` };
  }
}
