import { HtmlValidate } from 'html-validate';

const htmlValidate = new HtmlValidate({ extends: ['html-validate:standard'] });

/** What the standard rules of html-validate find in a page: the rule, the line and the sentence. */
export async function htmlProblems(page: string): Promise<readonly string[]> {
  const { results } = await htmlValidate.validateString(page);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, line, message }) => `${ruleId}, line ${line}: ${message}`),
  );
}
