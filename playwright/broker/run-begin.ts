import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { allCheckCases } from '../../contract/checks/catalogue.ts';
import { nameOf } from '../check-cases.ts';
import { annotationOf } from '../sentences.ts';
import { askBroker } from './messages.ts';

/**
 * Tells the broker that a run begins, with the selected check cases, so that it can send all requests at once instead
 * of test by test. If another `--reporter` replaces this one, the tests send their requests one by one, after those
 * of `projects` and `users`.
 */
class RunBegin implements Reporter {
  onBegin(_config: FullConfig, suite: Suite): void {
    const chosen = new Set(suite.allTests().flatMap(questionsOf));
    const names = allCheckCases
      .filter((checkCase) => chosen.has(annotationOf(checkCase).description))
      .map(nameOf);
    // The tests get the same error and report it.
    void askBroker('begin', names).catch(() => undefined);
  }

  printsToStdio(): boolean {
    return false;
  }
}

function questionsOf(test: TestCase): readonly (string | undefined)[] {
  return test.annotations.filter(({ type }) => type === 'check').map(({ description }) => description);
}

// biome-ignore lint/style/noDefaultExport: Playwright loads a reporter by its default export.
export default RunBegin;
