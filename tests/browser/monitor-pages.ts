import { expect, type Page } from '@playwright/test';
import {
  brokenEndpoint,
  otherCaching,
  type Watched,
  type WatchedOptions,
  withWatched,
} from '../monitor/operations/watched.ts';
import { often } from '../support/often.ts';

/** The operator's token. */
export const token = 'sesame-opens-the-monitor';
/** A name for this machine. Browsers trust loopback addresses as they trust TLS, but not this one. */
export const plainName = 'monitor.test';
/** One standard run at the start, then only those that a test starts. */
export const quiet: WatchedOptions = {
  schedule: { pulse: 'off', standard: '0 0 1 1 *', full: 'off' },
  environment: { MONITOR_TOKEN: token, ALLOWED_HOSTS: plainName },
};

/** For tests that wait for a run to end. */
export const patient = { timeout: 30_000 };

/** A monitor whose first run has ended. */
export async function withMonitor(
  work: (watched: Watched, url: string) => Promise<void>,
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const options = { ...quiet, environment: { ...quiet.environment, ...environment } };
  await withWatched(options, async (watched) => {
    await expect.poll(() => stateOf(watched), often).toBe('conforming');
    await work(watched, watched.monitor.url);
  });
}

/** The state of the one installation, from the JSON API. */
export async function stateOf({ monitor }: Watched): Promise<string | undefined> {
  const answer = await fetch(`${monitor.url}/api/v1/installations`);
  return /"state":"([^"]+)"/.exec(await answer.text())?.[1];
}

/** Breaks an endpoint and lets a run find it. */
export async function findBroken(watched: Watched): Promise<void> {
  watched.setFault(brokenEndpoint);
  await runByApi(watched);
  await expect.poll(() => stateOf(watched), often).toBe('violating');
}

/** Upgrades the installation to other answers where the document leaves them open, and lets a run observe it. */
export async function findDrift(watched: Watched): Promise<void> {
  watched.setFault(otherCaching);
  await runByApi(watched);
  const drift = async (): Promise<boolean> => {
    const answer = await fetch(`${watched.monitor.url}/api/v1/installations/staging`);
    return /"drift":[1-9]/.test(await answer.text());
  };
  await expect.poll(drift, often).toBe(true);
}

/** Starts a run of the one installation. */
export async function runByApi({ monitor }: Watched): Promise<void> {
  const answer = await fetch(`${monitor.url}/api/v1/installations/staging/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tier: 'standard' }),
  });
  expect(answer.status).toBeLessThan(300);
}

/** How far the page itself can be scrolled sideways. */
export function sidewaysScroll(page: Page): Promise<unknown> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Fills in the operator's token and sends the form of this name. */
export async function sendForm(page: Page, button: string, tokenTyped: string): Promise<void> {
  const form = page.getByRole('form', { name: button });
  await form.getByLabel("Operator's token").fill(tokenTyped);
  await form.getByRole('button', { name: button }).click();
}
