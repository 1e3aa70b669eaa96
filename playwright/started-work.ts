import { test as base, type TestInfo } from '@playwright/test';
import { callersIn } from '../library/refusals.ts';
import { plainError } from './errors.ts';

/** What a test has started, and has to wait for. */
interface StartedWork {
  /** What the test called: "toKeep". */
  readonly name: string;
  /** How to write the line. */
  readonly advice: string;
  /** Made where the test called. */
  readonly place: Error;
  readonly ended: Promise<void>;
  isAwaited: boolean;
  isUnderWay: boolean;
}

/** Kept at the test itself, as long as it runs. */
const startedWork = Symbol('started work');
type WatchedTest = TestInfo & { [startedWork]?: StartedWork[] | undefined };

/**
 * Fails a test for work that it has started without waiting for it, at the line that did: its result would go unnoticed. A test
 * that has failed already may have left something behind for that reason.
 */
export async function watchTest(test: TestInfo, use: () => Promise<void>): Promise<void> {
  const all: StartedWork[] = [];
  Object.assign(test, { [startedWork]: all } satisfies Partial<WatchedTest>);
  await use();
  // Work that a hook starts after the test is not the test's own.
  Object.assign(test, { [startedWork]: undefined });
  const forgotten = all.filter(({ isAwaited, isUnderWay }) => !isAwaited || isUnderWay);
  await Promise.all(forgotten.map(({ ended }) => ended));
  const [first, ...others] = forgotten;
  if (first === undefined || test.status !== 'passed' || test.expectedStatus !== 'passed') return;
  const more = others.length === 0 ? '' : ` The same holds for ${others.length} more in this test.`;
  throw plainError(
    `${first.name} was not awaited: the test ended without its result. Write \`await ${first.advice}\`.${more}`,
    callersIn(first.place),
  );
}

/** The promise of a fixture's function, which the test has to await. */
export function watched<T>(name: string, work: Promise<T>): Promise<T> {
  return watch(name, `${name}(…)`, work);
}

/** The promise of a matcher: Playwright makes another one of it, which the test has to await. */
export function watchedMatcher<T>(name: string, work: Promise<T>): Promise<T> {
  return new HandedOnPromise<T>((resolve, reject) => work.then(resolve, reject)).handOn((promise) =>
    watch(name, `expect(…).${name}(…)`, promise),
  );
}

function watch<T>(name: string, advice: string, work: Promise<T>): Promise<T> {
  const all = startedInThisTest();
  if (all === undefined) return work;
  const place = new Error();
  // This package reports a rejection that is not awaited.
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

/** Outside of a test, and in one of another `test` than that of this package, started work is not watched. */
function startedInThisTest(): StartedWork[] | undefined {
  try {
    return (base.info() as WatchedTest)[startedWork];
  } catch {
    return undefined;
  }
}

/** A promise whose descendants are plain: `await` and `Promise.all` ask any but a plain one for its `then`. */
class OwnPromise<T> extends Promise<T> {
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }
}

/** A promise that reports that it is awaited. */
class AwaitedPromise<T> extends OwnPromise<T> {
  #listener: (() => void) | undefined;

  onAwait(listener: () => void): this {
    // Without a handler a rejection would end the worker, before its line could be reported to the test.
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

/** A promise that passes on the result that its first reader derives from it. */
class HandedOnPromise<T> extends OwnPromise<T> {
  #change: (<R>(made: Promise<R>) => Promise<R>) | undefined;

  handOn(change: <R>(made: Promise<R>) => Promise<R>): this {
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
