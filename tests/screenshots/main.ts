import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page, type PageScreenshotOptions } from '@playwright/test';
import { launchOptions } from '../support/browser.ts';
import { once } from '../support/once.ts';
import { type Scene, scenes } from './fleet.ts';
import { keptHistory } from './kept-history.ts';
import { type PageShot, pageShots } from './pages.ts';
import { recordTemplates } from './templates.ts';
import { startWorld, type World } from './world.ts';

/**
 * `npm run screenshots`: takes pictures of every page of a monitor whose history is made by code, at three widths, light and
 * dark, with 1, 14 and 1,000 installations, into reports/out/screenshots/. Each option takes one value or several, with
 * commas.
 */
const schemes = ['light', 'dark'] as const;
const pageNames = pageShots.map(({ name }) => name);
const values = readOptions();
const names = {
  only: namesOf('only', pageNames),
  scene: namesOf('scene', scenes),
  scheme: namesOf('scheme', schemes),
};
const chosen = {
  pages: pageShots.filter(({ name }) => names.only.includes(name)),
  sizes: numbersOf('installations', [1, 14, 1000]),
  scenes: scenes.filter((scene) => names.scene.includes(scene)),
  widths: numbersOf('width', [390, 1280, 1920]),
  schemes: schemes.filter((scheme) => names.scheme.includes(scheme)),
};
const folder = fileURLToPath(new URL('../../reports/out/screenshots/', import.meta.url));
const phoneWidth = 600;
const tallest = 8_000;

type Option = 'only' | 'installations' | 'scene' | 'width' | 'scheme';

function readOptions(): Readonly<Partial<Record<Option, string>>> {
  const text = { type: 'string' } as const;
  const options = { only: text, installations: text, scene: text, width: text, scheme: text };
  try {
    const { help, ...given } = parseArgs({ options: { ...options, help: { type: 'boolean' } } }).values;
    if (help === true) showHelp();
    return given;
  } catch (thrown) {
    return refuse(thrown instanceof Error ? thrown.message : 'An option is wrong.');
  }
}

function showHelp(): never {
  process.stdout.write(
    [
      'npm run screenshots -- [OPTIONS]: pictures of the pages of a monitor, in reports/out/screenshots/.',
      'Each option takes one value or several, with commas; without options all pictures are taken.',
      '',
      `  --only NAMES           ${pageNames.join(', ')}`,
      `  --scene NAMES          ${scenes.join(', ')}`,
      `  --scheme NAMES         ${schemes.join(', ')}`,
      '  --installations NUMBERS, --width NUMBERS',
      '',
    ].join('\n'),
  );
  process.exit(0);
}

function namesOf(option: Option, all: readonly string[]): readonly string[] {
  const given = values[option]?.split(',') ?? all;
  const unknown = given.filter((name) => !all.includes(name));
  return unknown.length === 0
    ? given
    : refuse(`--${option} does not know ${unknown.join(', ')}. It takes ${all.join(', ')}.`);
}

function numbersOf(option: Option, usual: readonly number[]): readonly number[] {
  const given = values[option]?.split(',').map(Number) ?? usual;
  return given.every((one) => Number.isInteger(one) && one > 0)
    ? given
    : refuse(`--${option} takes whole numbers, such as ${usual.join(',')}.`);
}

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}

async function shootWorld(browser: Browser, world: World, name: string): Promise<void> {
  for (const width of chosen.widths) {
    for (const scheme of chosen.schemes) {
      const context = await browser.newContext({
        viewport: { width, height: width < phoneWidth ? 844 : Math.round((width * 9) / 16) },
        colorScheme: scheme,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      for (const shot of chosen.pages) {
        await page.goto(world.url + shot.path(world.place));
        await openDetails(page, shot);
        await showAllRows(page);
        const path = `${folder}${name}/${shot.name}-${width}-${scheme}.png`;
        await page.screenshot({ path, timeout: 120_000, ...(await partOf(page, shot, width)) });
      }
      await context.close();
    }
  }
}

/** The whole page, as far as it is not so long that no browser can paint it at once. */
async function partOf(page: Page, { isOneScreen }: PageShot, width: number): Promise<PageScreenshotOptions> {
  if (isOneScreen === true) return {};
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  if (height <= tallest) return { fullPage: true };
  return { fullPage: true, clip: { x: 0, y: 0, width, height: tallest } };
}

async function openDetails(page: { evaluate: (script: string) => Promise<unknown> }, { open }: PageShot) {
  if (open === undefined) return;
  await page.evaluate(`for (const one of document.querySelectorAll('${open}')) one.open = true`);
}

/** Rows far below the screen are painted when they come near, for which no picture waits. */
async function showAllRows(page: Page): Promise<void> {
  await page.evaluate(
    "for (const row of document.querySelectorAll('.fleet > tbody')) row.style.contentVisibility = 'visible'",
  );
}

async function main(): Promise<void> {
  const browser = await chromium.launch(launchOptions);
  const templates = once(recordTemplates);
  for (const size of chosen.sizes) {
    for (const scene of chosen.scenes) await shootScene(browser, scene, size, templates);
  }
  await browser.close();
}

async function shootScene(
  browser: Browser,
  scene: Scene,
  size: number,
  templates: typeof recordTemplates,
): Promise<void> {
  const name = `${scene}-${size}`;
  mkdirSync(`${folder}${name}`, { recursive: true });
  const world = await startWorld(scene, size, await keptHistory(scene, size, templates));
  await shootWorld(browser, world, name);
  await world.close();
  process.stdout.write(`${folder}${name}/\n`);
}

await main();
