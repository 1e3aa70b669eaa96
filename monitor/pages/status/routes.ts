import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Request, type Response, Router } from 'express';
import type { ServiceContext } from '../../http/service-context.ts';
import { badgeKinds, renderBadge } from './badge.ts';
import { publicService, type StatusView, statusView } from './data.ts';
import { renderStatus } from './view.ts';

/** How long browsers and proxies may keep what is public: the page is looked at when something is wrong. */
const keptSeconds = { html: 10, svg: 60 } as const;
/** Anyone may request it, at any rate: it is made once in this time, and when a state on it has changed. */
const madeEveryMs = 1_000;
/** A database that went without a word is noticed later than a visitor waits. */
const patienceMs = 3_000;

/**
 * The public pages, if STATUS_PAGE chooses installations for them: `/status`, and badges below
 * `/badges/PUBLIC NAME/`. Without it, and for any other name, these addresses are like all others: for readers alone.
 */
export function statusRoutes({ service, fleet, history, runContext }: ServiceContext): Router {
  const { statusPage: chosen } = service;
  const router = Router();
  if (chosen === undefined) return router;
  // Express would list the methods allowed here, for any name: that is for readers, as all that is not public.
  router.use((request, _response, next) => (request.method === 'OPTIONS' ? next('router') : next()));
  // Open pages ask each few seconds whether the monitor lives: nothing is made for that, and no cache may answer for it.
  router.head('/status', (_request, response) => {
    response.set('cache-control', 'no-store').type('html').end();
  });
  const fromMemory = (nowMs: number): Promise<StatusView> => statusView(chosen, fleet, undefined, nowMs);
  const view = async (nowMs: number): Promise<StatusView> => {
    if (history.lostSinceMs() !== undefined) return fromMemory(nowMs);
    return Promise.race([
      statusView(chosen, fleet, history, nowMs).catch((thrown: unknown) => {
        const reason = thrown instanceof Error ? thrown.message : 'unknown';
        runContext.log.warn({ reason }, 'the public page was made without the history');
        return fromMemory(nowMs);
      }),
      wait(patienceMs, undefined, { ref: false }).then(() => fromMemory(nowMs)),
    ]);
  };
  const make = async (nowMs: number): Promise<string> => String(await renderStatus(await view(nowMs)));
  const shownStates = (): string =>
    chosen
      .map(({ name }) => fleet.get(name)?.snapshot)
      .map((snapshot) => `${snapshot?.state} ${snapshot?.stateSinceMs}`)
      .join();
  let made: { readonly atMs: number; readonly states: string; readonly page: Promise<string> } | undefined;
  router.get('/status', async (_request, response) => {
    const nowMs = runContext.clock.nowMs();
    const states = shownStates();
    if (made === undefined || made.states !== states || Math.abs(nowMs - made.atMs) >= madeEveryMs) {
      const page = make(nowMs);
      made = { atMs: nowMs, states, page };
      page.catch(() => {
        made = undefined;
      });
    }
    sendPublic(response, 'html', await made.page);
  });
  for (const kind of badgeKinds) {
    router.get(`/badges/:name/${kind}.svg`, (request: Request<{ name: string }>, response, next) => {
      const found = chosen.find(({ publicName }) => publicName === request.params.name);
      const target = found === undefined ? undefined : fleet.get(found.name);
      if (found === undefined || target === undefined) return next();
      // Pages of other sites show it.
      response.set('cross-origin-resource-policy', 'cross-origin');
      sendPublic(
        response,
        'svg',
        renderBadge(kind, publicService(found.publicName, target, runContext.clock.nowMs())),
      );
    });
  }
  return router;
}

/** Sends what may be cached for a while; Express answers by 304 to clients that have it already. */
function sendPublic(response: Response, type: 'html' | 'svg', text: string): void {
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  response.set('cache-control', `public, max-age=${keptSeconds[type]}`).set('etag', `"${digest}"`);
  response.type(type).send(text);
}

/** Logs what STATUS_PAGE chooses and is not watched, as a misspelt name would be. */
export function warnOfUnwatched({
  service,
  fleet,
  runContext,
}: Pick<ServiceContext, 'service' | 'fleet' | 'runContext'>): void {
  for (const { name } of service.statusPage ?? []) {
    if (fleet.get(name) === undefined)
      runContext.log.warn({ installation: name }, 'STATUS_PAGE names an installation that is not watched');
  }
}
