import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Services that run pipelines. */
export const ciServices = ['github', 'gitlab', 'jenkins'] as const;
export type CiService = (typeof ciServices)[number];

/** What a folder shows of itself. */
export interface CiFindings {
  readonly services: readonly CiService[];
  /** The root of the repository, where the folder lies below it: services read their pipelines there alone. */
  readonly rootAbove?: string;
}

/** Which services would run a pipeline of a folder, by its files and by the address of its repository. */
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

/** The addresses in the configuration of a repository; none where that lies elsewhere, as in a work tree. */
function readRemotes(root: string): string {
  const file = join(root, '.git', 'config');
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return '';
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^\s*url\s*=/.test(line))
    .join('\n');
}
