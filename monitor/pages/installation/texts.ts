import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { pluralize } from '../../../reports/words.ts';

export const installationTexts = {
  title: (name: string, state: string): string => `${name}: ${state}`,
  contents: 'On this page',
  compare: 'Compare two runs',
  errorBudgetRule: (rule: string, objective: Markup): Markup =>
    html`${rule} The error budget is what the objective (${objective}) leaves: the share of these runs that may find the installation not available.`,
  facts: {
    uptimeSince: (day: string): string => `Uptime since ${day}`,
    uptimeSinceStart: 'Uptime since the start',
    uptimeMeaning: 'of the scheduled runs that count',
    lastMonth: (month: string): string => `Last month (${month})`,
    noIncident: 'available, no incident',
    incidents: (amount: number, lasted: string): string =>
      `available; ${pluralize(amount, 'incident')}, ${lasted}${amount === 1 ? '' : ' in all'}`,
    lastRun: 'Last run',
    lastRunTook: (tier: string, duration: string): string => `${tier}, took ${duration}`,
    nextRun: (tier: string, distance: Markup): Markup => html`next: ${tier}, ${distance}`,
    noNextRun: 'next: none planned',
    runningNow: (tier: string): string => `running now: ${tier}`,
    notKnown: 'not known yet',
    judged: (judged: number, all: number): string => `${judged} of ${all} judged`,
    notJudged: (untestable: number, notAsked: number): string =>
      [
        ...(untestable === 0 ? [] : [`${untestable} could not be judged`]),
        ...(notAsked === 0 ? [] : [`${notAsked} not asked for`]),
      ].join(', ') || 'the checks at all endpoints',
    certificate: 'Certificate',
    noCertificate: 'none shown',
    noCertificateReason: 'a connection by HTTPS shows one',
    expires: (moment: Markup): Markup => html`expires ${moment}`,
    expired: 'expired',
    daysLeft: (days: number): string => `${pluralize(days, 'day')} left`,
    requestBudget: 'Request budget',
    noLimit: 'no limit',
    perSecond: (requests: number): string => `${requests} per second`,
    requests: (sent: number, throttled: number, concurrency: number): string =>
      `${pluralize(sent, 'request')} in 24 h, ${throttled} throttled, at most ${concurrency} at once`,
  },
  /** The first lines: what a stranger asks. */
  now: {
    what: 'What',
    since: 'Since',
    why: 'Why',
    who: 'Who',
    whatToDo: 'What to do',
    up: 'Up.',
    down: 'Down.',
    state: (state: string, meaning: string): string => `${state}. ${meaning}`,
    moreFindings: (amount: number): string => pluralize(amount, 'more finding'),
    owner: (owner: string): string => `Owner: ${owner}`,
    contact: (contact: Markup): Markup => html`Contact: ${contact}`,
    nobody: (owner: Markup, contact: Markup): Markup => html`Nobody is named: set ${owner} and ${contact}.`,
    runbook: 'Runbook',
    gotNoAnswer: (reason: string, duration: string): string => `No answer after ${duration}: ${reason}.`,
    gotAnswer: (status: number, duration: string, beginning?: Markup): Markup =>
      html`Status ${status} after ${duration}${beginning === undefined ? '.' : html`: ${beginning}`}`,
    answers: 'What it answered',
    changed: { findings: 'What changed since the run before', drift: 'What changed for clients' },
    /** @param text what has changed since then, as a phrase */
    deployment: (moment: Markup, text: string): Markup =>
      html`The last deployment, as far as answers show it: ${moment} (${text}).`,
    group: (group: string): string => `Group: ${group}`,
    tags: (tags: readonly string[]): string => `${tags.length === 1 ? 'Tag' : 'Tags'}: ${tags.join(', ')}`,
  },
  findings: {
    /** @param isNow false if nothing can be judged now */
    title: (isNow: boolean, amount?: string): string =>
      [isNow ? 'What fails now' : 'What failed before', ...(amount === undefined ? [] : [amount])].join(': '),
    link: (isNow: boolean, amount: number): string =>
      amount === 0 ? 'Findings' : `${isNow ? 'Findings' : 'Before'} (${amount})`,
    none: 'Nothing that was judged fails.',
    noneBefore: 'Nothing that was judged failed before the maintenance. Runs in maintenance do not count.',
    noneJudged: 'Nothing could be judged, for the cause that stands above.',
    intermittent: (met: number, of: number, latest: Markup): Markup =>
      html`In ${met} of the last ${pluralize(of, 'run')}, failures were gone when they were repeated at once; the latest is the run of ${latest}. One of several nodes, a restart or load may be the cause.`,
  },
  locations: {
    title: 'Locations',
    rule: (agree: number, all: number): string =>
      `The installation is down when ${agree} of ${all} locations find it so. A broken requirement needs one.`,
    table: 'Table of locations',
    caption: 'What each location finds.',
    location: 'Location',
    lastRun: 'Last run',
    here: '(this monitor)',
    silent: 'Silent',
    lastFound: (state: Markup | string): Markup => html`last found: ${state}`,
    noRun: 'no run yet',
  },
  observations: {
    title: (changed: number): string => (changed === 0 ? 'Observations' : `Observations: ${changed} changed`),
    link: (changed: number): string => (changed === 0 ? 'Observations' : `Observations (${changed} changed)`),
    amount: (amount: number): string => pluralize(amount, 'observation'),
    choices: (amount: number): string =>
      `${pluralize(amount, 'choice')} of runs: records, fields, parameters, ways of the key`,
    differ: (drift: number): string =>
      `${pluralize(drift, 'observation')} ${drift === 1 ? 'differs' : 'differ'} from the baseline.`,
    heldSince: (moment: Markup): Markup => html`Baseline of ${moment}, with what was first observed later.`,
    noted: (moment: Markup, note: string): Markup => html`${moment}: ${note}`,
    accepted: 'Accepted baselines',
    none: 'Nothing has been observed yet.',
    table: 'Table of observations',
    caption: 'What this installation answers where the document leaves it open. None of it is a failure.',
    onlyChanged: {
      table: 'Table of changed observations',
      caption: 'What differs from the baseline, and since when.',
    },
    gap: 'Gap',
    answer: 'Answer',
    baseline: 'Baseline',
    same: 'the same',
    changed: (since?: Markup): Markup => (since === undefined ? html`Changed.` : html`Changed ${since}.`),
    before: (changed: Markup, answer: string): Markup => html`${changed} The baseline has: ${answer}`,
  },
  grid: {
    title: 'Endpoints over time',
    link: 'Endpoints',
    none: 'No standard or full run has ended yet.',
    introduction: (runs: number): string =>
      `${runs === 1 ? 'The last standard or full run' : `The last ${runs} standard and full runs, oldest first`}. Each column links to its run.`,
    table: 'Table of endpoints over time',
    run: (tier: string, moment: string, state: string): string => `${tier} run of ${moment}, ${state}`,
    legend: 'What the marks mean',
    legendItem: (word: string, meaning: string): string => `${word}: ${meaning}`,
    outage: 'down',
    outageMeaning: 'the installation was not available',
  },
  outcomes: {
    pass: { word: 'holds', meaning: 'every judged check passes' },
    fail: { word: 'broken', meaning: 'at least one check fails' },
    untestable: { word: 'untestable', meaning: 'not shown to work, or something else stood in the way' },
    none: { word: 'not asked', meaning: 'not part of that run' },
  },
  responseTimes: {
    title: (span: string, endpoint?: string): string =>
      `Response times${endpoint === undefined ? '' : ` of ${endpoint}`}, last ${span}`,
    link: 'Response times',
    spans: 'Span of the chart',
    spanNames: {
      '1h': '1 hour',
      '6h': '6 hours',
      '24h': '24 hours',
      '7d': '7 days',
      '30d': '30 days',
      '90d': '90 days',
    },
    endpoints: 'Endpoint of the chart',
    ofOne: 'Of one endpoint',
    ofAnother: 'Of another endpoint',
    allRequests: 'All requests',
    whole: (p50: string, p95: string, p99: string): string =>
      `All requests of this time: median ${p50}, p95 ${p95}, p99 ${p99}.`,
  },
  availability: {
    title: 'Availability',
    conforming: (share: string): string => `conforming in ${share}`,
    budget: (days: number): string => `Error budget, ${days} days`,
    usedUp: 'used up',
    left: (share: string): string => `${share} left`,
    lessThanOne: 'less than one',
    objective: (target: string, allowed: string, counted: number, failed: number): string =>
      `${failed.toLocaleString('en')} of ${pluralize(counted, 'run')} found it not available; the objective of ${target} allows ${allowed}`,
  },
  months: {
    table: 'Table of months',
    caption: 'By month, in UTC, the latest first. An incident counts in each month that it touches.',
    month: 'Month',
    uptime: 'Uptime',
    objective: (target: string): string => `Objective ${target}`,
    kept: 'kept',
    missed: 'missed',
    conforming: 'Conforming',
    incidents: 'Incidents',
    lasted: 'Lasted',
    name: (month: string, year: string): string => `${month} ${year}`,
    atLeast: 'at least ',
    soFar: 'so far',
    since: (day: string): string => `since ${day}`,
  },
  changes: {
    title: 'Changes of state',
    link: 'Changes',
    none: 'The state has not changed yet.',
    table: 'Table of changes',
    caption: 'Changes of state, the latest first.',
    before: (state: string): string => `before: ${state}`,
  },
  runs: {
    title: 'Last runs',
    link: 'Runs',
    none: 'No run has ended yet.',
    table: 'Table of runs',
    caption:
      'The runs of the last 24 hours, the latest first. Runs that follow each other and found the same are one line.',
    back: (latest: Markup, earliest: Markup): Markup => html`${latest} back to ${earliest}`,
    amounts: (runs: readonly { readonly tier: string; readonly amount: number }[]): string =>
      runs.map(({ tier, amount }) => `${amount} ${tier}`).join(', '),
    durations: (shortest: string, longest: string): string => `${shortest} to ${longest}`,
    started: 'Started',
    duration: 'Duration',
    from: (location: string): string => `from ${location}`,
  },
  schedule: {
    title: 'Schedule and maintenance',
    link: 'Schedule',
    table: 'Schedule',
    runs: 'Runs',
    next: 'Next',
    never: 'never',
    noMaintenance: 'No maintenance is open or planned for the next 7 days.',
    openNow: 'Open now:',
    window: (from: Markup, to: Markup, source: string, reason?: string): Markup =>
      html`${from} to ${to}, ${source}${reason === undefined ? '' : `: ${reason}`}`,
    sources: {
      schedule: 'recurring, from the configuration',
      'one-off': 'once, from the configuration',
      operator: 'by the operator',
    },
  },
  notifications: {
    title: 'Notifications',
    none: (setting: Markup): Markup => html`No channel is configured (${setting}), so nobody is notified.`,
    channel: (type: string, states?: string): string =>
      `(${type}${states === undefined ? '' : `, only ${states}`})`,
    nothingSent: 'Nothing has been sent yet.',
    table: 'Table of notifications',
    caption:
      'Notifications, the latest first. What was not taken is repeated for a day; what was refused, for an hour.',
    channelColumn: 'Channel',
    result: 'Result',
    delivered: (attempts: number): string =>
      `delivered${attempts > 1 ? ` after ${pluralize(attempts, 'attempt')}` : ''}`,
    givenUp: 'given up',
    givenUpAfter: (givenUp: Markup, attempts: number, reason: string): Markup =>
      html`${givenUp} after ${pluralize(attempts, 'attempt')}. ${reason}`,
    waiting: (attempts: number, next: Markup | undefined, reason: string): Markup =>
      html`waiting, ${pluralize(attempts, 'attempt')}${next === undefined ? '' : html`, next ${next}`}. ${reason}`,
  },
  actionsTitle: 'Actions',
  actionLogTitle: 'What operators did',
};
