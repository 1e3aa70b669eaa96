import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { askForRequests } from './ask-broker.ts';
import { type CheckCaseName, nameOf, topicCheckCases } from './check-cases.ts';
import { annotationOf } from './sentences.ts';

/**
 * Sends the broker the selected check cases, so that it can send all requests at once instead of test by test.
 * If another `--reporter` replaces this one, the tests ask one by one: slower, with the same requests.
 */
class Prefetch implements Reporter {
  onBegin(_config: FullConfig, suite: Suite): void {
    const chosen = new Set(suite.allTests().flatMap(questionsOf));
    const names = topicCheckCases
      .flatMap(({ checkCases }) => checkCases)
      .filter((checkCase) => chosen.has(annotationOf(checkCase).description))
      .map(nameOf);
    // The tests get the same error and report it.
    if (names.length > 0)
      void askForRequests(names satisfies readonly CheckCaseName[]).catch(() => undefined);
  }

  printsToStdio(): boolean {
    return false;
  }
}

function questionsOf(test: TestCase): readonly (string | undefined)[] {
  return test.annotations.filter(({ type }) => type === 'check').map(({ description }) => description);
}

// biome-ignore lint/style/noDefaultExport: Playwright loads a reporter by its default export.
export default Prefetch;
