import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { build } from 'esbuild';
import { createValidator, type Validator } from '../../fhir/index.ts';
import { bundle, evidenceReport, narrative, observation, patient } from '../support/fhir-resources.ts';
import { needs } from '../support/needs.ts';

needs('chromium');

const origin = 'http://fhir.test';

/** The files for the page and its worker: the bundle, with one file for each release. */
type Files = ReadonlyMap<string, string>;

/** Bundles all that `evidence-contract/fhir` exports, as an application for browsers does. */
async function bundled(): Promise<Files> {
  const { outputFiles } = await build({
    entryPoints: { fhir: fileURLToPath(new URL('../../fhir/index.ts', import.meta.url)) },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'chrome100',
    outdir: 'out',
    write: false,
    logLevel: 'silent',
  });
  const worker = `import { createValidator } from './fhir.js';
const validator = createValidator({ releases: ['5.0.0'] });
onmessage = async ({ data }) => postMessage(await validator.validate(data));`;
  return new Map([
    ...outputFiles.map(({ path, text }) => [basename(path), text] as const),
    ['worker.js', worker],
    ['index.html', '<!DOCTYPE html><title>FHIR</title>'],
  ]);
}

let files: Files = new Map();
test.beforeAll(async () => {
  files = await bundled();
});

/** Opens a page that can load the files; returns the names of those that it loads. */
async function open(page: Page): Promise<readonly string[]> {
  const loaded: string[] = [];
  await page.route(`${origin}/**`, async (route) => {
    const name = basename(new URL(route.request().url()).pathname) || 'index.html';
    const body = files.get(name);
    loaded.push(name);
    const contentType = name.endsWith('.js') ? 'text/javascript' : 'text/html';
    await route.fulfill(body === undefined ? { status: 404 } : { body, contentType });
  });
  await page.goto(`${origin}/`);
  return loaded;
}

/** The releases whose tables are in files of these names. */
function releasesIn(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => /^(\d\.\d\.\d)-/.exec(name)?.[1] ?? []).sort();
}

let deep: object = { linkId: 'a' };
for (let level = 0; level < 190; level += 1) deep = { linkId: 'a', item: [deep] };
const bodies: readonly unknown[] = [
  patient({ name: [{ text: 'x' }], ...narrative('<p>text</p>') }),
  patient({ gender: 'x', ...narrative('<script>x</script>') }),
  evidenceReport(),
  bundle([{ resource: observation({ status: 'done' }) }, { resource: patient({ nmae: 1 }) }]),
  { resourceType: 'QuestionnaireResponse', status: 'completed', item: [deep] },
  '{"resourceType":"Patient","multipleBirthInteger":1.0}',
  '['.repeat(100_000),
  'no JSON',
  null,
];
const inNode: Validator = createValidator({ releases: ['5.0.0'] });

test('the validator gives the same reports in a page as in Node.js, and loads only one release', async ({
  page,
}) => {
  const expected = await Promise.all(bodies.map((body) => inNode.validate(body)));
  const loaded = await open(page);
  const reports = await page.evaluate(
    `import('${origin}/fhir.js').then(async ({ createValidator }) => {
      const validate = await createValidator({ releases: ['5.0.0'] }).prepare();
      return ${JSON.stringify(bodies)}.map((body) => validate(body));
    })`,
  );
  expect(reports).toEqual(JSON.parse(JSON.stringify(expected)));
  expect(expected.filter(({ valid }) => valid).length).toBeGreaterThan(1);
  expect(releasesIn([...files.keys()])).toEqual(['4.0.1', '4.3.0', '5.0.0']);
  expect(releasesIn(loaded)).toEqual(['5.0.0']);
});

test('the validator gives the same reports in a web worker as in Node.js', async ({ page }) => {
  const expected = await Promise.all(bodies.map((body) => inNode.validate(body)));
  await open(page);
  const reports = await page.evaluate(
    `new Promise((resolve, reject) => {
      const worker = new Worker('${origin}/worker.js', { type: 'module' });
      const bodies = ${JSON.stringify(bodies)};
      const reports = [];
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.onmessage = ({ data }) => reports.push(data) === bodies.length && resolve(reports);
      for (const body of bodies) worker.postMessage(body);
    })`,
  );
  expect(reports).toEqual(JSON.parse(JSON.stringify(expected)));
});

test('no file of the bundle refers to Node.js modules, require() or process.env', () => {
  for (const [name, text] of files)
    expect(text, name).not.toMatch(/["'`]node:|\brequire\(["'`]|process\.(?:env|cwd)/);
});
