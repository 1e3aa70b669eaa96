import type { Reporter, Suite } from '@playwright/test/reporter';

const shareOfLine = 0.05;
const linesFromTests = 200;

/**
 * Says between the lines of a long run how far it is, and about how long the rest takes: "40 % of 4,688 tests, 2 failed, 80 s, about
 * 120 s left". A terminal has that from Playwright's reporter `line`.
 */
class Progress implements Reporter {
  #all = 0;
  #ended = 0;
  #failed = 0;
  #reported = 0;
  #startMs = 0;

  onBegin(_config: unknown, suite: Suite): void {
    this.#all = suite.allTests().length;
    this.#startMs = performance.now();
    if (this.#all >= linesFromTests) process.stdout.write(`${number(this.#all)} tests\n`);
  }

  onTestEnd(_test: unknown, { status }: { readonly status: string }): void {
    this.#ended += 1;
    if (status === 'failed' || status === 'timedOut') this.#failed += 1;
    const share = this.#ended / this.#all;
    if (this.#all < linesFromTests || share - this.#reported < shareOfLine || share >= 1) return;
    this.#reported = share;
    const seconds = (performance.now() - this.#startMs) / 1000;
    const failed = this.#failed === 0 ? '' : `, ${number(this.#failed)} failed`;
    const left = Math.round(seconds / share - seconds);
    process.stdout.write(
      `  ── ${Math.floor(share * 100)} % of ${number(this.#all)} tests${failed}, ${Math.round(seconds)} s, about ${left} s left ──\n`,
    );
  }

  printsToStdio(): boolean {
    return false;
  }
}

function number(value: number): string {
  return value.toLocaleString('en');
}

// biome-ignore lint/style/noDefaultExport: Playwright loads a reporter by its default export.
export default Progress;
