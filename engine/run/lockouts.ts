import { setTimeout as wait } from 'node:timers/promises';
import { classify, errorMessageOf } from '../../contract/answers.ts';
import { quote } from '../../contract/describe.ts';
import { endpointOf } from '../../contract/endpoints.ts';
import { type Exchange, wasAsked } from '../../contract/exchange.ts';
import { unexplainedStatuses } from '../http/throttling.ts';
import type { AskOnce } from './ask-once.ts';
import type { Wanted } from './plan.ts';
import type { RunAbort } from './run-abort.ts';
import type { Send } from './sender.ts';

const users = endpointOf('GET /api/v3/users');

/** How many forms of a refusal are looked into. */
const mostForms = 3;

/** How long a lockout is waited for, step by step, in milliseconds. */
const waitsMs: readonly number[] = [4000, 8000, 16_000];

/**
 * A firewall that locks a client out for longer than a request waits answers as a service does that permits something to
 * others alone. At the end of the run the user record, which was shown before, tells them apart: where it is refused in the
 * same form, the client is locked out. Once that has passed, whatever was refused so is sent again, and its new answer counts.
 * What a lockout took that lasts is not judged.
 */
export async function lookIntoLockouts(
  asker: AskOnce,
  send: Send,
  exchanges: readonly Exchange[],
  abort: RunAbort,
): Promise<void> {
  for (const [form, refused] of [...refusedByForm(exchanges, asker)].slice(0, mostForms)) {
    if (abort.reason() !== undefined) return;
    const lockout = await outlast(form, asker, send, abort);
    if (lockout !== undefined) return endByLockout(asker, refused, lockout, abort);
    // Who is locked out imports nothing, so an import may be sent again, but not to find that out.
    const first = refused.find(({ endpoint }) => endpoint.kind !== 'import');
    if (first === undefined) continue;
    const before = asker.resultOf(first.endpoint, first.request);
    await asker.askAnew(first);
    const now = asker.resultOf(first.endpoint, first.request);
    if (now === undefined || !wasAsked(now) || formOf(now) === form) {
      if (before !== undefined) asker.keep(first, before);
      continue;
    }
    await Promise.all(refused.filter((one) => one !== first).map(asker.askAnew));
  }
}

/** Waits until the user record is no longer refused in this form. Returns its last refusal, if it is for longer than this waits. */
async function outlast(
  form: string,
  { resultOf }: AskOnce,
  send: Send,
  abort: RunAbort,
): Promise<Exchange | undefined> {
  const before = resultOf(users, { key: 'header' });
  if (before === undefined || !wasAsked(before) || classify(before) !== 'success') return undefined;
  const request = { key: 'header', again: 'third' } as const;
  for (const waitMs of [...waitsMs, undefined]) {
    const now = await send({ endpoint: users, request }, undefined, {});
    if (!wasAsked(now) || formOf(now) !== form) return undefined;
    if (waitMs === undefined || waitMs > abort.remainingMs()) return now;
    // An abort ends the wait, and then nothing more is sent.
    await wait(waitMs, undefined, { signal: abort.signal }).catch(() => undefined);
  }
  return undefined;
}

/** The requests whose result is a refusal for another reason than the key, by the form of the refusal. */
function refusedByForm(
  exchanges: readonly Exchange[],
  { resultOf }: AskOnce,
): ReadonlyMap<string, readonly Wanted[]> {
  const found = new Map<string, Wanted[]>();
  for (const exchange of exchanges) {
    const { request, throttled } = exchange;
    const wanted = { endpoint: endpointOf(exchange.endpoint), request };
    // By-products of other requests cannot be asked for.
    const isByProduct = request.id === 'created' || request.unscoped === true;
    const isResult = resultOf(wanted.endpoint, request) === exchange;
    const form = isResult && !isByProduct && !throttled ? formOf(exchange) : undefined;
    if (form !== undefined) found.set(form, [...(found.get(form) ?? []), wanted]);
  }
  return found;
}

/** Refusals of one form have one status and one message, but for numbers in it. */
function formOf(exchange: Exchange): string | undefined {
  const { answer } = exchange;
  if (answer === undefined || classify(exchange) !== 'client-error') return undefined;
  if (!unexplainedStatuses.includes(answer.status)) return undefined;
  return `${answer.status} ${errorMessageOf(answer) ?? ''}`.replaceAll(/\d+/g, '0');
}

function endByLockout(asker: AskOnce, refused: readonly Wanted[], last: Exchange, abort: RunAbort): void {
  const message = last.answer === undefined ? undefined : errorMessageOf(last.answer);
  const said = message === undefined ? '' : ` and the message ${quote(message)}`;
  for (const one of refused) asker.keep(one, { notAsked: 'the installation had locked this client out' });
  abort.abort({
    kind: 'throttled',
    reason: `the installation refuses every request, also one that it answered before, with status ${last.answer?.status}${said}`,
  });
}
