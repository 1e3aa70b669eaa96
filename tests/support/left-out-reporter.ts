import type { Reporter, Suite } from '@playwright/test/reporter';
import { leftOutLines } from './left-out-lines.ts';

/** Reports at the end of a run, in one line for each reason, which tests were left out. */
class LeftOutReporter implements Reporter {
  #root: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.#root = suite;
  }

  onEnd(): void {
    const tests = this.#root?.allTests() ?? [];
    const reasons = tests
      .filter((test) => test.outcome() === 'skipped' && test.results.length > 0)
      .flatMap((test) => test.annotations.find(({ type }) => type === 'skip')?.description ?? []);
    for (const line of leftOutLines(reasons)) process.stdout.write(`${line}\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}

// biome-ignore lint/style/noDefaultExport: Playwright loads a reporter by its default export.
export default LeftOutReporter;
