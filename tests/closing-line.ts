import { appendFileSync } from 'node:fs';
import type { Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { closingLine, totalsVariable } from './support/totals.ts';

/**
 * Ends a run with its closing line, or leaves the totals to `run-all.ts`, which sums up several runs. An error outside
 * of any test counts as a failure, and is printed here, where the reader of a long run looks.
 */
class ClosingLine implements Reporter {
  #root: Suite | undefined;
  readonly #errors: TestError[] = [];
  readonly #write: (text: string) => void;

  constructor({ write = (text) => process.stdout.write(text) }: { write?: (text: string) => void } = {}) {
    this.#write = write;
  }

  onBegin(_config: unknown, suite: Suite): void {
    this.#root = suite;
  }

  onError(error: TestError): void {
    this.#errors.push(error);
  }

  onEnd(): void {
    for (const error of this.#errors) {
      this.#write(`\nOutside of any test:\n${error.stack ?? error.message ?? error.value}\n`);
    }
    const tests = this.#root?.allTests() ?? [];
    const totals = {
      passed: count(tests, ['expected', 'flaky']),
      failed: count(tests, ['unexpected']) + this.#errors.length,
      skipped: count(tests, ['skipped']),
    };
    const file = process.env[totalsVariable];
    if (file === undefined) this.#write(`\n${closingLine(totals)}\n`);
    else appendFileSync(file, `${JSON.stringify(totals)}\n`);
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
