import { createServer } from 'node:http';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { median } from '../engine/record/statistics.ts';
import { keptHistory } from '../tests/screenshots/kept-history.ts';
import { recordTemplates } from '../tests/screenshots/templates.ts';
import { startWorld } from '../tests/screenshots/world.ts';
import { launchOptions } from '../tests/support/browser.ts';
import { type Serving, serve } from '../tests/support/serving.ts';
import { findPart } from '../tests/support/system-parts.ts';
import type { BenchRow } from './row.ts';

const installations = 1000;
const loads = 15;
const targetMs = 300;
/** Page loads that warm up the monitor and the browser. */
const warmUps = 3;

/** The first paint of a page, in milliseconds after its request. */
const firstPaint = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime);
  }).observe({ type: 'paint', buffered: true });
})`;

/**
 * Measures the first paint of the overview with a thousand installations in Chromium, compared with that of an empty
 * page: with an empty cache, and with a warm one. Takes two minutes.
 */
export async function benchPages(): Promise<readonly BenchRow[]> {
  if (findPart('chromium') === undefined) {
    process.stderr.write('Pages are not measured: that needs Chromium.\n');
    return [];
  }
  process.stderr.write('The history of 1,000 installations is made …\n');
  const world = await startWorld(
    'outage',
    installations,
    await keptHistory('outage', installations, recordTemplates),
  );
  const empty = await servePage('<!doctype html><html lang="en"><title>Empty</title><p>Empty</p></html>');
  const browser = await chromium.launch(launchOptions);
  const times = { overview: new Map<Load, number[]>(), empty: new Map<Load, number[]>() };
  for (let turn = 0; turn < warmUps + loads; turn += 1) {
    for (const [name, url] of [
      ['overview', `${world.url}/`],
      ['empty', `${empty.baseUrl}/`],
    ] as const) {
      for (const [load, ms] of await paintTwice(browser, url))
        if (turn >= warmUps) times[name].set(load, [...(times[name].get(load) ?? []), ms]);
    }
  }
  await browser.close();
  await empty.close();
  await world.close();
  return (['fresh', 'kept'] as const).flatMap((load) =>
    rowsOf(
      load,
      median(times.overview.get(load) ?? []) ?? Number.NaN,
      median(times.empty.get(load) ?? []) ?? Number.NaN,
    ),
  );
}

/** `fresh`: with an empty cache; `kept`: with a warm one. */
type Load = 'fresh' | 'kept';

function rowsOf(load: Load, overviewMs: number, emptyMs: number): readonly BenchRow[] {
  const how = load === 'fresh' ? 'by a browser that has nothing of it' : 'once more';
  return [
    {
      name: `first paint of the overview, ${installations} installations, ${how}`,
      value: overviewMs,
      unit: 'ms',
      target: `below ${targetMs} ms`,
      ok: overviewMs < targetMs,
    },
    { name: `… of an empty page, ${how}`, value: emptyMs, unit: 'ms' },
    { name: '… as a multiple of it', value: overviewMs / emptyMs, unit: '' },
  ];
}

async function paintTwice(browser: Browser, url: string): Promise<readonly (readonly [Load, number])[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const fresh = await paintOf(context, url);
  const kept = await paintOf(context, url);
  await context.close();
  return [
    ['fresh', fresh],
    ['kept', kept],
  ];
}

async function paintOf(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(url);
  const ms = Number(await page.evaluate(firstPaint));
  await page.close();
  return ms;
}

function servePage(html: string): Promise<Serving> {
  return serve(
    createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(html);
    }),
  );
}
