import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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
