import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import PQueue from 'p-queue';
import { type Case, cases, checkCase } from './checks.ts';
import { watchCases } from './monitors.ts';
import { differingLines } from './normalize.ts';

/**
 * `npm run same -- OTHER`: runs this checkout and another one over every fault and variant of the reference server, and prints in
 * what their reports, records, pages and metrics differ, times apart. Ends with 1 if they differ. For changes that are to change
 * nothing.
 */
const usage = `npm run same -- OTHER [--only PATTERN] [--every NUMBER] [--lines NUMBER]

OTHER    the folder of another checkout, with its packages installed
--only   cases whose name matches a regular expression
--every  one case in so many (default: 1)
--lines  lines that are printed for each file (default: 10)
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    lines: { type: 'string', default: '10' },
  },
});
const [given] = positionals;
const here = fileURLToPath(new URL('../../', import.meta.url));
/** Cases that a monitor watches at once. */
const watchedAtOnce = 12;

if (given === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  const differing = await compareWith(resolve(given));
  process.exitCode = differing === 0 ? 0 : 1;
}

/** @returns how many cases differ */
async function compareWith(other: string): Promise<number> {
  const pattern = new RegExp(values.only);
  const chosen = cases.filter(({ name }) => pattern.test(name));
  const some = chosen.filter((_, index) => index % Number(values.every) === 0);
  const queue = new PQueue({ concurrency: 2 });
  let differing = 0;
  const compare = async (
    name: string,
    look: (checkout: string) => Promise<ReadonlyMap<string, string>>,
  ): Promise<void> => {
    const [before, after] = [await look(other), await look(here)];
    const text = differencesOf(before, after);
    if (text === '') return;
    differing += 1;
    process.stdout.write(`\n== ${name}\n${text}`);
  };
  for (const one of some) void queue.add(() => compare(one.name, (checkout) => checkCase(checkout, one)));
  await queue.onIdle();
  const watched = some.filter(({ settings }) => Object.keys(settings).length === 0);
  for (const group of groupsOf(watched))
    await compare(`a monitor of ${group.map(({ name }) => name).join(', ')}`, (checkout) =>
      watchCases(checkout, group),
    );
  process.stdout.write(`\n${differing} of ${some.length} cases and their monitors differ.\n`);
  return differing;
}

/** What two checkouts wrote, file by file. */
function differencesOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((file) => {
      const lines = differingLines(before.get(file) ?? '', after.get(file) ?? '');
      const shown = lines.slice(0, Number(values.lines)).map((line) => line.slice(0, 400));
      return lines.length === 0 ? '' : `${file}: ${lines.length} lines\n${shown.join('\n')}\n`;
    })
    .join('');
}

function groupsOf(watched: readonly Case[]): readonly (readonly Case[])[] {
  return Array.from({ length: Math.ceil(watched.length / watchedAtOnce) }, (_, index) =>
    watched.slice(index * watchedAtOnce, (index + 1) * watchedAtOnce),
  );
}
