import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { pluralize } from '../../../reports/words.ts';

export const compareTexts = {
  title: (installation: string): string => `What changed at ${installation}`,
  crumb: 'Comparison',
  introduction: 'Two runs of the history compared: what broke, what changed for clients, what was fixed.',
  form: 'Compare',
  from: 'From',
  to: 'To',
  toHint: 'the latest run',
  otherRuns: 'Compare with other runs',
  hint: 'Each takes today, yesterday, a time ago (7d, 12h), a day (2026-03-01), a moment in UTC (2026-03-01 20:00) or the id of a run. A time stands for the last standard or full run until then, a day for that of its end.',
  choices: {
    label: 'Compare the latest run with',
    before: 'the run before',
    yesterday: 'yesterday',
    week: '7 days ago',
    month: '30 days ago',
    deployment: 'before the last deployment',
    noRun: 'no run that old is kept',
    run: (moment: Markup): Markup => html`run of ${moment}`,
  },
  noVersion: 'No deployment was seen: all kept runs look like the same version.',
  version: (moment: Markup, around: Markup): Markup =>
    html`The last deployment, as far as answers show it: ${moment}. ${around}`,
  aroundVersion: 'What it changed',
  before: 'Before',
  after: 'After',
  run: (tier: string): string => `${tier} run`,
  verdictsGone:
    'Verdicts other than failures are no longer stored for one of these runs, so that what held then is not known.',
  sectionTitle: (title: string, items: number): string => `${title} (${items})`,
  times: (closing: string): string =>
    `${closing} Response times are those of the slowest request at each endpoint, in up to ten runs until each of the two.`,
  keeping: 'Can I keep my integration?',
  keepingCounts: (counts: readonly string[]): string => counts.join(' · '),
  keepingCount: (answer: string, endpoints: number): string =>
    `${answer}: ${pluralize(endpoints, 'endpoint')}`,
  table: 'Table of endpoints',
  caption: 'Whether a client that worked before works now, the worst first.',
  answer: 'Answer',
  why: 'Why',
  sameRun: 'Both are the same run: there is nothing to compare.',
  noLaterRun: (moment: string): string =>
    `The installation was judged for the last time at ${moment}: since then no standard or full run has ended, so there is nothing to compare it with. Start one on the page of the installation, or wait for the next.`,
  gone: 'The history no longer has one of these runs.',
  wrongTime: (typed: string): string =>
    `"${typed}" was not understood. Write 7d for a week ago, 2026-03-01 for a day, or the id of a run of this installation.`,
  noRunUntil: (moment: string): string =>
    `The history has no standard or full run of this installation until ${moment}.`,
};
