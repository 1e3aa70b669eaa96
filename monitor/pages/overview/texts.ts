import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { pluralize } from '../../../reports/words.ts';

export const overviewTexts = {
  noInstallation: 'No installation yet',
  oneNeedsAttention: 'The installation needs attention',
  needAttention: (bad: number, total: number): string =>
    `${pluralize(bad, 'installation')} of ${total.toLocaleString('en')} ${bad === 1 ? 'needs' : 'need'} attention`,
  nothingWrong: 'Nothing is known to be wrong',
  notJudged: (waiting: number, total: number): string =>
    `Nothing is known to be wrong; ${waiting} of ${total.toLocaleString('en')} cannot be judged now`,
  oneConforming: 'The installation is conforming',
  allConforming: (total: number): string => `All ${pluralize(total, 'installation')} are conforming`,
  byState: 'Installations by state',
  lastDay: 'Last 24 hours',
  lastDayOf: (incidents: number): string => `Last 24 hours: ${pluralize(incidents, 'incident')}`,
  allIncidents: 'All incidents',
  noIncident: 'No incident began or ended.',
  moreIncidents: (amount: number): string => pluralize(amount, 'more incident'),
  earlierIncidents: (amount: number): string => `And ${amount} that began or ended earlier.`,
  until: (time: Markup): Markup => html`until ${time}`,
  notConfigured:
    'No installation is configured. Add one to the installations file and reload the configuration.',
  noMatch: (total: number, showAll: Markup): Markup =>
    html`None of the ${pluralize(total, 'installation')} is what you look for. ${showAll}`,
  showAll: 'Show all',
  demonstration: (address: Markup, key: Markup, file: Markup): Markup =>
    html`Nothing is configured, so the monitor watches its own embedded reference installation. Set ${address} and ${key}, or write an ${file}, to monitor yours.`,
  uptimeRule: (rule: string): string =>
    `${rule} The bars show days in UTC, and the share of those days stands next to them.`,
  groups: {
    title: 'Installations by group',
    none: 'Without a group',
    more: (amount: number): string => pluralize(amount, 'more group'),
    down: (down: number, total: number): string =>
      `${down.toLocaleString('en')} of ${total.toLocaleString('en')} down`,
    troubled: (troubled: number, total: number, down: number): string =>
      `${troubled.toLocaleString('en')} of ${total.toLocaleString('en')} in trouble${down === 0 ? '' : `, ${down.toLocaleString('en')} down`}`,
    conforming: (total: number): string => `${total.toLocaleString('en')} conforming`,
    conformingOf: (conforming: number, total: number): string =>
      `${conforming.toLocaleString('en')} of ${total.toLocaleString('en')} conforming`,
  },
  filter: {
    title: 'Search, filter and layout',
    search: 'Search',
    searchHint: 'name, group or tag',
    all: 'all',
    trouble: 'not conforming',
    stateCount: (state: string, amount: number): string => `${state} (${amount})`,
    group: 'Group',
    tag: 'Tag',
    apply: 'Filter',
    clear: 'Clear',
    layout: 'Layout',
    layouts: { usual: 'Detailed', dense: 'Dense', wall: 'Wall' },
  },
  table: {
    label: 'Table of installations',
    caption: (shown: string, matching: number, amongTotal?: number): string =>
      `${shown}${amongTotal === undefined ? '' : ` among ${amongTotal.toLocaleString('en')}`}${matching === 1 ? '' : ', the most severe state first'}.`,
    whole: (matching: number): string => pluralize(matching, 'installation'),
    part: (first: number, last: number, matching: number): string =>
      `${first.toLocaleString('en')} to ${last.toLocaleString('en')} of ${pluralize(matching, 'installation')}`,
    lastDays: (days: number): string => `Last ${days} days`,
    uptime: 'Uptime',
    responseTime: 'Response time',
    marks: 'Marks',
    runs: 'Runs',
    since: (day: string): string => `since ${day}`,
    lastRun: (tier: string, duration: string): string => `${tier}, ${duration}`,
    next: (distance: Markup): Markup => html`next ${distance}`,
    legend: 'What the bars mean',
    legendItems: {
      good: 'every run of the day conforming',
      broken: 'available, not conforming',
      down: 'not available',
      idle: 'no run that counts',
    },
  },
  marks: {
    differ: (drift: number): string =>
      `${pluralize(drift, 'observation')} ${drift === 1 ? 'differs' : 'differ'} from the baseline`,
    changed: (drift: number): string => `${drift} changed`,
    /** After them, for those who only hear it. */
    observations: (drift: number): string => (drift === 1 ? 'observation' : 'observations'),
    certificate: (left: string): string => `TLS ${left}`,
    expired: 'expired',
    days: (days: number): string => pluralize(days, 'day'),
    locationsDiffer: 'Locations differ',
    notFrom: (locations: string): string => `not from ${locations}`,
    silent: (locations: string): string => `${locations} silent`,
  },
  pages: { label: 'Pages', previous: 'Previous', next: 'Next' },
};

export const wallTexts = {
  leave: 'Leave the wall',
  notConforming: 'Not conforming',
  conforming: 'Conforming',
  group: (group: string, conforming: number): string => `${group}: ${conforming.toLocaleString('en')}`,
};
