import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { pluralize } from '../../../reports/words.ts';

export const incidentsTexts = {
  title: (installation?: string): string =>
    installation === undefined ? 'Incidents' : `Incidents of ${installation}`,
  noneOpen: 'No incident is open.',
  open: (amount: number): string => `${pluralize(amount, 'incident')} ${amount === 1 ? 'is' : 'are'} open.`,
  rule: (open: Markup | string): Markup =>
    html`${open} An incident lasts from the first bad state to the confirmed recovery.`,
  feed: 'Feed (Atom)',
  ofAll: 'Incidents of all installations',
  usual: {
    label: 'Usual choices',
    all: 'All',
    open: 'Open',
    today: 'Today',
    week: '7 days',
    month: '30 days',
  },
  filter: 'Filter incidents',
  all: 'all',
  show: 'Show',
  both: 'all',
  kinds: { open: 'open', ended: 'ended' },
  from: 'From',
  to: 'To',
  apply: 'Filter',
  hint: 'Shows incidents that overlap this time. You can write today, yesterday, 7d or 12h (ago), a day (2026-03-01), or a moment in UTC (2026-03-01 20:00).',
  wrongKind: 'Show takes open or ended; left out, both are shown.',
  wrongTime: (field: string, typed: string): string =>
    `${field}: "${typed}" was not understood. Write 7d for a week ago, today, yesterday, 2026-03-01 for a day, or 2026-03-01 20:00 for a moment, in UTC without an offset.`,
  wrongOrder: 'From is after To. Exchange them.',
  wrongInstallation:
    'No installation of this name is monitored, and the history has no incident of it. Choose one of the list.',
  amount: (amount: number): string => pluralize(amount, 'incident'),
  shown: (amount: string, from?: Markup, to?: Markup): Markup => {
    if (from === undefined && to === undefined) return html`${amount}.`;
    const start = from === undefined ? '' : html` from ${from}`;
    return html`${amount}${start} until ${to ?? 'now'}.`;
  },
  part: (first: number, amount: number): string => `Shown: ${first} to ${first + amount - 1}.`,
  showAll: 'Show all',
  cutOff: (changes: number, moment: Markup, ofAll: boolean): Markup =>
    html`The list is made of the latest ${changes.toLocaleString('en')} changes of state, which go back to ${moment}.${ofAll ? ' Choose an installation to see further.' : ''}`,
  none: 'The history has no incident.',
  noneMatch: (kind?: string, installation?: string, hasSpan?: boolean): string =>
    `The history has no ${kind === undefined ? '' : `${kind} `}incident${installation === undefined ? '' : ` of ${installation}`}${hasSpan === true ? ' that lasted in this time' : ''}.`,
  openNow: 'Open now',
  began: (day: string, year: number): string => `${day} ${year}`,
  lasted: (duration: string, isOpen: boolean): string => (isOpen ? `for ${duration}` : duration),
  worst: (state: string, duration: string): string => `at worst ${state}, for ${duration}`,
  lastedFrom: (start: Markup, end: Markup | string): Markup => html`${start} to ${end}`,
  step: (moment: Markup, state: string, cause?: string): Markup =>
    html`${moment} ${state}${cause === undefined ? '' : `: ${cause}`}`,
  ended: (moment: Markup, state: string, byOperator: boolean): Markup =>
    html`${moment} ended: ${state}${byOperator ? ', by an operator' : ''}`,
  notes: 'Notes',
  noteBy: (who: string, moment: Markup, isPublic: boolean): Markup =>
    html`${who}, ${moment}${isPublic ? ', public' : ''}`,
  publicNote: 'An update for the public status page too, without the name',
  writeNote: 'Write a note',
  noteOn: (incident: string): string => `Note on ${incident}`,
  note: 'Note',
  keepNote: 'Keep the note',
  noteLength: (longest: number): string => `Write a note of 1 to ${longest} characters.`,
  /** An operator's acknowledgement of an open incident. */
  known: {
    line: (until: Markup, reason: string, who: string): Markup =>
      html`Acknowledged by ${who} until ${until}: ${reason}`,
    acknowledge: 'Acknowledge',
    change: 'Change the acknowledgement',
    takeBack: 'Take the acknowledgement back',
    label: (incident: string): string => `Acknowledgement of ${incident}`,
    takeBackLabel: (incident: string): string => `End of the acknowledgement of ${incident}`,
    hint: 'Until then nobody is reminded. The state, its figures and alerts of another state stay as they are.',
    until: 'Acknowledged until (UTC)',
    because: 'Because',
    wrongTime: (days: number): string =>
      `Say until when, in UTC, like 2026-03-01 20:00: later than now, and within ${days} days.`,
    reasonLength: (longest: number): string => `Say why, in 1 to ${longest} characters.`,
    isOver: 'This incident is over, or it is not acknowledged. Nothing was changed.',
  },
  missing: 'The history has no incident of this id.',
  foreignForm: 'This form did not come from a page of this monitor, so nothing was kept.',
  wrongToken: 'This is not the operator token. Nothing was kept.',
};

export const feedTexts = {
  author: 'evidence-contract monitor',
  title: (installation: string, state: string, worst?: string): string =>
    `${installation}: ${state}${worst === undefined ? '' : ` (at worst ${worst})`}`,
  ended: (title: string, duration: string): string => `${title}, ended after ${duration}`,
  endedBy: (state: string): string => `It ended: ${state}.`,
  note: (who: string, message: string): string => `Note by ${who}: ${message}`,
};
