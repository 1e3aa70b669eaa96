import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isFolder } from '../files.ts';

/** Reads a file of the user; undefined if it does not exist or cannot be read. */
export function textIn(file: string): string | undefined {
  try {
    // A checkout may have other line endings than the written file.
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  } catch {
    return undefined;
  }
}

/** Services that run pipelines. */
export const ciServices = ['github', 'gitlab', 'jenkins'] as const;
export type CiService = (typeof ciServices)[number];

/** Signs of a CI service in a folder. */
export interface CiFindings {
  readonly services: readonly CiService[];
  /** The root of the repository, if the folder lies below it: CI services read pipelines only there. */
  readonly rootAbove?: string;
}

/** Detects the CI services of a folder by its files and the address of its repository. */
export function findCi(directory: string): CiFindings {
  const root = rootOf(directory);
  const remotes = root === undefined ? '' : readRemotes(root);
  const has = (...names: readonly string[]): boolean =>
    names.some((name) => existsSync(join(root ?? directory, name)));
  const services: Readonly<Record<CiService, boolean>> = {
    github: has('.github') || /\bgithub\./i.test(remotes),
    gitlab: has('.gitlab-ci.yml', '.gitlab') || /\bgitlab\./i.test(remotes),
    jenkins: has('Jenkinsfile'),
  };
  return {
    services: ciServices.filter((service) => services[service]),
    ...(root === undefined || root === directory ? {} : { rootAbove: root }),
  };
}

function rootOf(directory: string): string | undefined {
  for (let at = directory; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** The remote addresses in the configuration of a repository; empty if it cannot be read. */
function readRemotes(root: string): string {
  const text = textIn(join(commonFolder(join(root, '.git')), 'config')) ?? '';
  return text
    .split('\n')
    .filter((line) => /^\s*url\s*=/.test(line))
    .join('\n');
}

/**
 * Finds the folder with the configuration of a repository. In a work tree or a submodule, `.git` is a file that names
 * another folder; that of a work tree names the folder shared by all work trees.
 */
function commonFolder(dotGit: string): string {
  if (isFolder(dotGit)) return dotGit;
  const named = /^gitdir:(.*)$/m.exec(textIn(dotGit) ?? '')?.[1]?.trim();
  if (named === undefined) return dotGit;
  const own = resolve(dirname(dotGit), named);
  return resolve(own, textIn(join(own, 'commondir'))?.trim() ?? '.');
}
