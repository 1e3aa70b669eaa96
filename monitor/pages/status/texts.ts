import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { pluralize } from '../../../reports/words.ts';

/** The public page. */
export const statusTexts = {
  title: 'Status',
  none: 'No service is shown yet.',
  historyAway:
    'The history is not available: incidents of the last 30 days are missing here, and what is shown may be what was known before.',
  oneWorks: 'The service works.',
  allWork: 'All services work.',
  needAttention: (bad: number, all: number, counts: string): string =>
    `${bad} of ${all} services are not in normal operation. ${counts[0]?.toUpperCase()}${counts.slice(1)}.`,
  areDown: (names: readonly string[], others: number): string =>
    `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'is' : 'are'} down.${others === 0 ? '' : ` ${others} ${others === 1 ? 'other is' : 'others are'} not in normal operation.`}`,
  asOf: (moment: Markup): Markup => html`As of ${moment}. All times are UTC.`,
  legend: {
    label: 'What the colours mean',
    bars: 'A bar is a day: the higher a colour stands in it, the longer that lasted.',
    good: 'worked',
    broken: 'with errors, or shown to work in part',
    down: 'down',
    none: 'nothing known',
    figures:
      'Percentages: the share of runs in which a service was not down. Errors, limited requests and maintenance do not count as down. Time in which our own key was refused counts as down, although the service may have worked.',
  },
  words: {
    works: 'Works',
    errors: 'Works with errors',
    partly: 'Shown to work in part',
    slow: 'Limits requests',
    down: 'Down',
    maintenance: 'In maintenance',
    unknown: 'Not known',
  },
  /** Whether it worked, and not which requirement was broken. */
  days: {
    good: 'it worked',
    allGood: 'no trouble',
    down: 'down',
    broken: 'trouble',
    daysDown: 'when it was down',
    daysBroken: 'with other trouble',
  },
  today: 'today',
  uptimeOf: (service: string): string => `Uptime of ${service}`,
  since: (day: string): string => `since ${day}`,
  maintenanceUntil: (to: Markup, ofAll: boolean): Markup =>
    html`Maintenance${ofAll ? ' of all services' : ''} until ${to}`,
  maintenance: (from: Markup, to: Markup, ofAll: boolean): Markup =>
    html`Planned maintenance${ofAll ? ' of all services' : ''}: ${from} to ${to}`,
  known: 'The operators know of it.',
  updates: 'Updates',
  update: (moment: Markup, message: string): Markup => html`${moment}: ${message}`,
  noIncident: 'No incident in the last 30 days.',
  incidents: (amount: number): string => `${pluralize(amount, 'incident')} in the last 30 days`,
  incident: (start: Markup, status: string, age: Markup, isOpen: boolean): Markup =>
    html`${start}: ${status} for ${age}${isOpen ? ', until now' : ''}`,
  trouble: 'trouble',
  worst: (status: string, duration: string): string => `, of which ${status} for ${duration}`,
  moreIncidents: (amount: number): string => `And ${amount} before them.`,
};

export const badgeTexts = {
  title: (service: string, label: string, value: string): string => `${service}, ${label}: ${value}`,
  state: 'state',
  uptime: 'uptime 30 d',
  coverage: 'contract judged',
  counted: (judged: number, all: number): string => `${judged} of ${all}`,
};
