import { test as base, type TestInfo } from '@playwright/test';
import { callersIn } from '../library/refusals.ts';
import { plainError } from './errors.ts';

/** Work that a test has started and must await. */
interface StartedWork {
  /** What the test called: "toKeep". */
  readonly name: string;
  /** The call to write after `await`. */
  readonly advice: string;
  /** Created at the call in the test. */
  readonly place: Error;
  readonly ended: Promise<void>;
  isAwaited: boolean;
  isUnderWay: boolean;
}

/** Stored on the test itself while it runs. */
const startedWork = Symbol('started work');
type WatchedTest = TestInfo & { [startedWork]?: StartedWork[] | undefined };

/**
 * Fails a test for work that it started without awaiting it, at the line of the call: its result would go unnoticed. A
 * test that has already failed may have left work behind for that reason.
 */
export async function failOnUnawaitedWork(test: TestInfo, use: () => Promise<void>): Promise<void> {
  const all: StartedWork[] = [];
  Object.assign(test, { [startedWork]: all } satisfies Partial<WatchedTest>);
  await use();
  // Work that a hook starts after the test does not belong to the test.
  Object.assign(test, { [startedWork]: undefined });
  const unawaited = all.filter(({ isAwaited, isUnderWay }) => !isAwaited || isUnderWay);
  await Promise.all(unawaited.map(({ ended }) => ended));
  const [first, ...others] = unawaited;
  if (first === undefined || test.status !== 'passed' || test.expectedStatus !== 'passed') return;
  const more = others.length === 0 ? '' : ` The same holds for ${others.length} more in this test.`;
  throw plainError(
    `${first.name} was not awaited: the test ended without its result. Write \`await ${first.advice}\`.${more}`,
    callersIn(first.place),
  );
}

/** Tracks the promise of a fixture's function, which the test has to await. */
export function watched<T>(name: string, work: Promise<T>): Promise<T> {
  return watch(name, `${name}(…)`, work);
}

/** Tracks the promise of a matcher: Playwright derives another one from it, which the test has to await. */
export function watchedMatcher<T>(name: string, work: Promise<T>): Promise<T> {
  return new ForwardedPromise<T>((resolve, reject) => work.then(resolve, reject)).mapDerived((promise) =>
    watch(name, `expect(…).${name}(…)`, promise),
  );
}

function watch<T>(name: string, advice: string, work: Promise<T>): Promise<T> {
  const all = startedInThisTest();
  if (all === undefined) return work;
  const place = new Error();
  // This package reports an unawaited rejection.
  const ended = work.then(
    () => end(),
    () => end(),
  );
  const started: StartedWork = { name, advice, place, ended, isAwaited: false, isUnderWay: true };
  const end = (): void => {
    started.isUnderWay = false;
  };
  all.push(started);
  return new AwaitedPromise<T>((resolve, reject) => work.then(resolve, reject)).onAwait(() => {
    started.isAwaited = true;
  });
}

/** Outside a test, and in tests of another `test` function than this package's, started work is not tracked. */
function startedInThisTest(): StartedWork[] | undefined {
  try {
    return (base.info() as WatchedTest)[startedWork];
  } catch {
    return undefined;
  }
}

/** A promise whose derived promises are plain: `await` and `Promise.all` call `then` only of others. */
class OwnPromise<T> extends Promise<T> {
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }
}

/** A promise that reports that it is awaited. */
class AwaitedPromise<T> extends OwnPromise<T> {
  #listener: (() => void) | undefined;

  onAwait(listener: () => void): this {
    // Without a handler a rejection would end the worker before the test could report the line.
    super.then(undefined, () => undefined);
    this.#listener = listener;
    return this;
  }

  // biome-ignore lint/suspicious/noThenProperty: a promise has one.
  override then<A = T, B = never>(...handlers: Handlers<T, A, B>): Promise<A | B> {
    this.#listener?.();
    return super.then(...handlers);
  }
}

/** A promise that replaces the promise that its first reader derives from it. */
class ForwardedPromise<T> extends OwnPromise<T> {
  #change: (<R>(made: Promise<R>) => Promise<R>) | undefined;

  mapDerived(change: <R>(made: Promise<R>) => Promise<R>): this {
    this.#change = change;
    return this;
  }

  // biome-ignore lint/suspicious/noThenProperty: a promise has one.
  override then<A = T, B = never>(...handlers: Handlers<T, A, B>): Promise<A | B> {
    const made = super.then(...handlers);
    return this.#change?.(made) ?? made;
  }
}

type Handlers<T, A, B> = [
  fulfilled?: ((value: T) => A | PromiseLike<A>) | null,
  rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
];
