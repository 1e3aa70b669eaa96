/**
 * Stands in for `@playwright/test` in a mutation run (stand-in.tsconfig.json puts it there): each spec runs by itself under
 * Node's own test runner, whose TAP Stryker reads. It knows what quick specs use; a spec that wants fixtures fails.
 */
import { after, afterEach, before, beforeEach, describe, test as nodeTest } from 'node:test';

// `@playwright/test` is this file itself here; `playwright/test` is what that package consists of.
export { expect } from 'playwright/test';

type Body = () => unknown;

function declare(title: string, body: Body): void {
  if (body.length > 0) throw new Error(`${title} wants fixtures, which there are none of in a mutation run.`);
  nodeTest(title, async () => {
    // Timers that would let a process end do not end a test.
    const alive = setInterval(() => {}, 1000);
    try {
      await body();
    } finally {
      clearInterval(alive);
    }
  });
}

const hook = (register: (run: () => Promise<void>) => void) => (body: Body) =>
  register(async () => {
    await body();
  });

export const test = Object.assign(declare, {
  describe: (title: string, body: () => void) => void describe(title, body),
  beforeAll: hook(before),
  afterAll: hook(after),
  beforeEach: hook(beforeEach),
  afterEach: hook(afterEach),
  slow: () => {},
});
