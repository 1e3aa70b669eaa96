import { expect, test } from '@playwright/test';
import type { Right } from '../../../monitor/history/driver.ts';
import type { RunRequest } from '../../../monitor/running/run-queue.ts';
import { jobIdOf, makeOffers, type Offers } from '../../../monitor/shared/offers.ts';
import { often } from '../../support/often.ts';

const due = (installation: string): RunRequest => ({
  installation,
  slot: 'pulse',
  trigger: 'schedule',
  due: { kind: 'time', atMs: 7 },
});

interface Scene {
  readonly offers: Offers;
  /** The installations added, by statement. */
  readonly added: (readonly string[])[];
  readonly gain: () => void;
  readonly over: string[];
  readonly offer: (request: RunRequest) => void;
}

/** Offers of a monitor over a queue with these known jobs, each with whether it has ended. */
function stage(right: Right, known: ReadonlyMap<string, boolean> = new Map()): Scene {
  const added: (readonly string[])[] = [];
  const over: string[] = [];
  let gain = (): void => undefined;
  const offers = makeOffers({
    jobs: {
      async add(all) {
        added.push(all.map(({ request }) => request.installation));
        return new Set(all.map(({ id }) => id).filter((id) => !known.has(id)));
      },
      find: async (ids) => new Map([...known].filter(([id]) => ids.includes(id))),
    },
    compete({ onGained }) {
      gain = onGained;
      return { rightTo: () => right, giveUp: async () => undefined };
    },
    deadlineMsOf: () => 1_000,
    location: () => undefined,
    onOffered: () => undefined,
    onMissed: () => over.push('missed'),
    patienceMs: 0,
  });
  const offer = (request: RunRequest): void =>
    void offers.offer(request).then(() => over.push(request.installation));
  return { offers, added, over, offer, gain: () => gain() };
}

const afterAll = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));

test('runs that come due together are added in one statement', async () => {
  const { offers, added, offer, over } = stage('here');
  for (const name of ['alpha', 'beta', 'gamma']) offer(due(name));
  await expect.poll(() => added, often).toEqual([['alpha', 'beta', 'gamma']]);
  offers.hasEnded(jobIdOf(due('beta')));
  await expect.poll(() => over, often).toEqual(['beta']);
  offers.stop(() => false);
});

test('runs that another monitor adds are awaited; after a takeover, this monitor adds those still missing', async () => {
  const { offers, added, offer, gain, over } = stage('elsewhere', new Map([[jobIdOf(due('beta')), false]]));
  for (const name of ['alpha', 'beta', 'gamma']) offer(due(name));
  await afterAll();
  expect(added).toEqual([]);
  offers.hasEnded(jobIdOf(due('gamma')));
  await expect.poll(() => over, often).toEqual(['gamma']);
  gain();
  await expect.poll(() => added, often).toEqual([['alpha']]);
  offers.stop(() => false);
});

test('first runs after a start and operator runs are added even if another monitor adds the scheduled ones', async () => {
  const { offers, added, offer } = stage('elsewhere');
  offer({ ...due('started'), due: { kind: 'start', afterMs: 0 } });
  offer({ installation: 'wanted', slot: 'full', trigger: 'operator' });
  offer(due('usual'));
  await expect.poll(() => added, often).toEqual([['started', 'wanted']]);
  offers.stop(() => false);
});

test('a monitor adds due runs itself while it is unknown which monitor should', async () => {
  const { offers, added, offer } = stage('unknown');
  offer(due('alpha'));
  await expect.poll(() => added, often).toEqual([['alpha']]);
  offers.stop(() => false);
});

test("a run that ended before it was due by this monitor's clock is not awaited", async () => {
  const { offers, added, offer, over } = stage('elsewhere', new Map([[jobIdOf(due('beta')), true]]));
  offers.hasEnded(jobIdOf(due('alpha')));
  offer(due('alpha'));
  await expect.poll(() => over, often).toEqual(['alpha']);
  offer(due('beta'));
  offers.ask();
  await expect.poll(() => over, often).toEqual(['alpha', 'beta']);
  expect(added).toEqual([]);
  offers.stop(() => false);
});
