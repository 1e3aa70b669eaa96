import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';

/** The annotated document. */
export const documentTexts = {
  title: (installation: string): string => `API document, judged at ${installation}`,
  crumb: 'API document',
  heading: (installation: string): string => `The API document, judged at ${installation}`,
  by: (run: Markup, coverage: string): Markup => html`By the ${run}: ${coverage}.`,
  run: (tier: string, moment: Markup): Markup => html`${tier} run of ${moment}`,
  verdictsGone:
    'Verdicts other than failures are no longer stored for runs of this age: what is not broken counts as not judged here.',
  noAnswer: (reason: string, duration: string): string => `No answer (${reason}) after ${duration}`,
  answer: (status: number, duration: string): string => `Status ${status} after ${duration}`,
  notJudged: 'Not judged yet',
};
