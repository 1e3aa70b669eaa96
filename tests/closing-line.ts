import type { FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';

/** Ends a run with one plain line, `N passed, N failed, N skipped`, that pipelines can read. */
class ClosingLine implements Reporter {
  #root: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.#root = suite;
  }

  onEnd(_result: FullResult): void {
    const tests = this.#root?.allTests() ?? [];
    const passed = count(tests, ['expected', 'flaky']);
    const failed = count(tests, ['unexpected']);
    const skipped = count(tests, ['skipped']);
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}

function count(tests: readonly TestCase[], outcomes: readonly string[]): number {
  return tests.filter((test) => outcomes.includes(test.outcome()) && test.results.length > 0).length;
}

// biome-ignore lint/style/noDefaultExport: Playwright loads a reporter by its default export.
export default ClosingLine;
