import { html } from 'hono/html';
import type { Credential } from '../../contract/request.ts';
import type { Markup } from '../../reports/markup.ts';
import { pluralize } from '../../reports/words.ts';

/**
 * Every text of the pages, the badges and the feed, in the order in which pages show them. To translate the monitor, replace
 * this file by one of the same type (`Texts`).
 *
 * Texts are strings, or pure functions of what they name. Where a link or another element stands within a sentence, the
 * caller hands it over, so that it can stand elsewhere in another language. Words of states, requirements, gaps and tiers are
 * those of the tables in `contract/`; durations, percentages, and what reports and pages share are those of `reports/`.
 */
export const texts = {
  /** What all pages have around their content. */
  frame: {
    /** Of the document, as its attribute `lang` names it. */
    language: 'en',
    product: 'Evidence contract monitor',
    title: (page: string): string => `${page} · Evidence contract monitor`,
    skip: 'Skip to the content',
    navigation: 'Main',
    overview: 'Overview',
    actions: 'Actions',
    incidents: 'Incidents',
    status: 'Status',
    metrics: 'Metrics',
    api: 'JSON',
    crumbs: 'Breadcrumb',
    installations: 'Installations',
    installation: 'Installation',
    contents: 'Contents',
    runbook: 'Runbook',
    asOf: (moment: Markup, updates: 'always' | 'by-script' | 'never'): Markup => {
      const how = { always: ' Updates itself.', 'by-script': ' Updates itself with JavaScript.', never: '' };
      return html`As of ${moment}.${how[updates]}`;
    },
    zone: 'All times are UTC.',
    suite: (version: string): string => `evidence-contract ${version}`,
    storeLost: (since: string): string =>
      `The database has not answered since ${since}: no run begins, and what was known before is shown.`,
    historyAway:
      'The history is not available: this page shows what the monitor has in memory, and no runs, changes or figures before that.',
    unwritable:
      'The history cannot be written: what ends now is shown, but not kept. The log has the reason; often the disk is full.',
    behind: (unheard: number, all: number): string =>
      `No run of ${unheard} of ${all} installations has ended for three intervals: this monitor is behind, or its clock has jumped.`,
    openToNetwork:
      'Everybody who reaches this monitor through the network can read it. Set MONITOR_READ_TOKEN or MONITOR_BASIC_AUTH, or listen on loopback (HOST=127.0.0.1).',
  },

  /** Words that several pages use. */
  common: {
    amount: (amount: number): string => amount.toLocaleString('en'),
    state: 'State',
    cause: 'Cause',
    endpoint: 'Endpoint',
    when: 'When',
    who: 'Who',
    what: 'What',
    tier: 'Tier',
    noneYet: 'none yet',
    nonePlanned: 'none planned',
    runningNow: 'running now',
    noFigure: 'no figure yet',
    noAnswer: 'no answer',
    requestEnded: 'the request ended',
    tookWhileBusy: (whole: string, busy: string): string =>
      `${whole} (the monitor was busy for ${busy} of it)`,
    judgedDocument: 'API document with its verdicts',
    coverage: 'Coverage',
    coverageMeaning: 'of the checks at all endpoints',
    noJudgingRun: 'No standard or full run of this installation has ended.',
  },

  /** What the monitor says of itself. */
  ownHealth: {
    title: 'Monitor',
    introduction:
      'How the monitor itself is: whether it keeps its schedule, what it keeps, and what it could not do.',
    isWell: 'The monitor is well',
    isUnwell: 'The monitor itself needs attention',
    well: 'well',
    unwell: 'needs attention',
    quiet: (link: Markup, reach: string): Markup => html`${link}${reach}.`,
    reach: (day: string): string => `; history since ${day}`,
    behind: (late: string, overdue: number, oldest: Markup, due: Markup): Markup =>
      html`Behind by ${late}: ${overdue === 1 ? 'a run is' : `${pluralize(overdue, 'run')} are`} overdue, the oldest that of ${oldest}, due ${due}.`,
    lost: (since: Markup): Markup => html`The database has not answered for ${since}.`,
    unwritable: 'The history cannot be written; the log has the reason.',
    cut: (kept: string, promised: string): string =>
      `The history is full and keeps ${kept} of the ${promised} promised: raise maximumMegabytes or lower passing in monitor.retention.`,
    willBeCut: (full: string, kept: string, promised: string): string =>
      `The history is full in about ${full} and then keeps about ${kept} of the ${promised} promised: raise maximumMegabytes or lower passing in monitor.retention.`,
    waiting: (amount: number, oldest: Markup): Markup =>
      html`${pluralize(amount, 'notification')} ${amount === 1 ? 'waits' : 'wait'} for a receiver, the oldest for ${oldest}.`,
    refused: (time: Markup, mistakes: number): Markup =>
      html`A new configuration was refused at ${time}: ${pluralize(mistakes, 'mistake')}, which the log lists. The old one is in use.`,
    table: 'Parts of the monitor',
    part: 'Part',
    parts: {
      schedule: 'Schedule',
      history: 'History',
      size: 'Size of the history',
      notifications: 'Notifications',
      configuration: 'Configuration',
    },
    onTime: (installations: number): string =>
      `The runs of ${pluralize(installations, 'installation')} are on time.`,
    notMeasured: 'Not measured yet.',
    empty: 'No run is kept yet.',
    reachesBackTo: (time: Markup): Markup => html`Reaches back to ${time}.`,
    promised: (promised: string): string =>
      `Runs that found nothing wrong are to be kept for ${promised} (monitor.retention).`,
    bounded: (size: string, maximum: string): string => `${size} of ${maximum}.`,
    unbounded: (size: string): string => `${size}; the database itself bounds it.`,
    someWait: (amount: number): string =>
      amount === 0 ? 'None waits.' : `${pluralize(amount, 'notification')} on the way.`,
    configurationInUse: 'The one that was loaded last is in use.',
  },

  overview: {
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
    worst: (state: string): string => `at worst ${state}`,
    now: 'now',
    notConfigured:
      'No installation is configured. Add one to the installations file and reload the configuration.',
    noMatch: (total: number, showAll: Markup): Markup =>
      html`None of the ${pluralize(total, 'installation')} is what you look for. ${showAll}`,
    showAll: 'Show all',
    demonstration: (address: Markup, key: Markup, file: Markup): Markup =>
      html`Nothing is configured, so the monitor watches its own embedded reference installation. Set ${address} and ${key}, or write an ${file}, to monitor yours.`,
    uptimeRule: (rule: string): string =>
      `${rule} The bars show days in UTC, the share of the days that they show stands beside them.`,
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
        `${shown}${amongTotal === undefined ? '' : ` among ${amongTotal.toLocaleString('en')}`}${matching === 1 ? '' : ', the gravest state first'}.`,
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
        broken: 'available, a requirement broken',
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
  },

  uptime: {
    title: 'How uptime is counted',
    /** The labels of the states that count as up, as down, and not at all. */
    rule: (up: string, down: string, excluded: string): string =>
      [
        'Uptime is the share of scheduled runs, of any tier, in which the installation answered as this API and accepted the key.',
        `Runs with the state ${up} count as up.`,
        `Runs with the state ${down} count as down.`,
        'A run that fails is re-checked at once, and counts by what the re-check finds.',
        `Runs with the state ${excluded} do not count, nor do runs in a maintenance window, runs that were cut short and runs that were started by hand.`,
        'Figures start at the full hour.',
      ].join(' '),
    /** Where several locations watch. */
    agreed: (rule: string): string =>
      `${rule} Several locations watch this installation: each run counts by the state on which they agreed when it ended.`,
    anyOf: (labels: readonly string[]): string =>
      new Intl.ListFormat('en', { type: 'disjunction' }).format(labels),
    spans: { day: 'last 24 hours', week: 'last 7 days', month: 'last 30 days' },
  },

  installation: {
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
      noCertificateReason: 'plain HTTP, or no connection yet',
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
      changed: { findings: 'What changed since it worked', drift: 'What changed for clients' },
      /** @param text what is otherwise since then, as a phrase */
      deployment: (moment: Markup, text: string): Markup =>
        html`The last deployment, as far as answers show it: ${moment} (${text}).`,
      group: (group: string): string => `Group: ${group}`,
      tags: (tags: readonly string[]): string => `${tags.length === 1 ? 'Tag' : 'Tags'}: ${tags.join(', ')}`,
    },
    findings: {
      title: (amount?: string): string =>
        amount === undefined ? 'What fails now' : `What fails now: ${amount}`,
      link: (amount: number): string => (amount === 0 ? 'Findings' : `Findings (${amount})`),
      none: 'Nothing that was judged fails.',
      noneJudged: 'Nothing could be judged, for the cause that stands above.',
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
      title: (changed: number): string =>
        changed === 0 ? 'Observations' : `Observations: ${changed} changed`,
      link: (changed: number): string =>
        changed === 0 ? 'Observations' : `Observations (${changed} changed)`,
      amount: (amount: number): string => pluralize(amount, 'observation'),
      choices: (amount: number): string =>
        `${pluralize(amount, 'choice')} of runs: records, fields, parameters, ways of the key`,
      differ: (drift: number): string =>
        `${pluralize(drift, 'observation')} ${drift === 1 ? 'differs' : 'differ'} from the baseline.`,
      heldSince: (moment: Markup): Markup => html`The baseline has held since ${moment}.`,
      noted: (moment: Markup, note: string): Markup => html`${moment}: ${note}`,
      accepted: 'Accepted baselines',
      none: 'Nothing has been observed yet.',
      table: 'Table of observations',
      changedTable: 'Table of changed observations',
      changedCaption: 'What differs from the baseline, and since when.',
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
      untestable: { word: 'untestable', meaning: 'something else stood in the way' },
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
      caption: 'Notifications, the latest first. What was not taken is repeated for a day.',
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
  },

  /** Findings and failures, with their evidence. */
  findings: {
    headline: (gravity: string, headline: string): string => `${gravity}. ${headline}`,
    fault: 'A fault of the suite itself,',
    faultOf: (fault: Markup): Markup => html`${fault} not of the installation.`,
    checks: (checks: readonly Markup[]): Markup =>
      html`${checks.length === 1 ? 'check' : 'checks'} ${checks}`,
    requirements: (links: readonly Markup[]): Markup =>
      html`${links.length === 1 ? 'requirement' : 'requirements'} ${links}`,
    brokenFor: (age: Markup, runs?: number): Markup =>
      html`broken for ${age}${runs === undefined ? '' : `, ${pluralize(runs, 'run')}`}`,
    lastGood: (link: Markup): Markup => html`the run before it: ${link}`,
    failures: (amount: number): string => pluralize(amount, 'failure'),
    noAnswer: (address: Markup, duration: string, reason: string): Markup =>
      html`No answer from ${address} after ${duration}: ${reason}.`,
    answer: (status: number, address: Markup, duration: string): Markup =>
      html`Status ${status} from ${address} after ${duration}.`,
    body: 'Body',
    bodyBegins: 'Beginning of the body',
    repeat: 'Repeat the request',
  },

  run: {
    title: (tier: string, moment: string): string =>
      `${tier[0]?.toUpperCase()}${tier.slice(1)} run of ${moment}`,
    pageTitle: (run: string, installation: string): string => `${run}, ${installation}`,
    of: (installation: Markup, address: string, document: Markup): Markup =>
      html`of ${installation}, ${address}. ${document}`,
    byOperator: 'An operator started this run.',
    bySchedule: 'The schedule started this run.',
    cutShort: 'It was cut short: whatever it had not asked by then is untestable.',
    inMaintenance: 'It ran during maintenance, so no figure counts it.',
    recheck: (asked: number, stillFailing: number): string => {
      const repeated =
        asked === 1 ? 'The failing check was repeated' : `The ${asked} failing checks were repeated`;
      if (stillFailing === 0) return `${repeated} at once and passed.`;
      return `${repeated} at once${stillFailing === asked ? ' and failed again' : `, and ${stillFailing} failed again`}.`;
    },
    figures: {
      judged: 'Checks judged',
      passedFailed: (passed: number, failed: number): string => `${passed} passed, ${failed} failed`,
      untestable: (amount: number): string => `${amount} untestable`,
      skipped: (amount: number): string => `${amount} skipped`,
      faults: (amount: number): string => `${pluralize(amount, 'fault')} of the suite`,
      duration: 'Duration',
      ended: (moment: string): string => `ended ${moment}`,
      requests: 'Requests',
      sentAgain: (retried: number, throttled: number): string =>
        `${retried} sent again, ${throttled} throttled`,
    },
    neighbours: 'Other runs',
    previous: 'Previous run',
    next: 'Next run',
    failures: (amount?: string): string => (amount === undefined ? 'What failed' : `What failed: ${amount}`),
    nothingFailed: 'Nothing that was judged failed.',
    comparison: {
      title: 'Since the run before',
      none: 'The history has no run of this tier before it.',
      link: (moment: Markup): Markup => html`run of ${moment}`,
      result: (run: Markup, differences: string, times?: string): Markup =>
        html`Compared with the ${run}: ${differences}${times === undefined ? '' : ` ${times}`}`,
      same: 'every check that both judged has the same result, and every gap the same answer.',
      differences: (broken: number, mended: number, changed: number): string =>
        `${pluralize(broken, 'check')} broken, ${mended} mended, ${pluralize(changed, 'observation')} changed.`,
      times: (before: string, after: string): string =>
        `The median response time was ${before} and is ${after}.`,
      broken: 'Broken',
      mended: 'Mended',
      changed: 'Changed',
      at: (what: Markup, endpoint: Markup): Markup => html`${what} at ${endpoint}`,
      answers: (gap: Markup, endpoint: Markup, before: string, after: string): Markup =>
        html`${gap} at ${endpoint}: ${before} → ${after}`,
    },
    exchanges: {
      title: 'Exchanges',
      notKept:
        'The exchanges of this run are not kept: those of a run that found nothing go after a day, and a pulse that found nothing keeps none.',
      none: 'No request was sent.',
      introduction: (amount: number, duration: string): string =>
        `${pluralize(amount, 'exchange')} in ${duration}, in the order in which they were sent. Each opens to its request, its answer and its phases.`,
      legend: 'What the colours mean',
      showsFailure: ', shows a failure',
      noStatus: 'none',
      noAnswer: (reason: string): string => `No answer: ${reason}.`,
      answered: (status: number, bytes: number): string =>
        `Answered by status ${status}, ${pluralize(bytes, 'byte')}.`,
      sent: (after: string): string => `Sent ${after} after the run began.`,
      lag: (duration: string): string =>
        `Its times are left out of all figures: the monitor was busy for ${duration} of them.`,
      lagMark: ', the monitor was busy',
      bodyNotKept: 'The body of an answer that shows no failure is not kept.',
      keys: {
        header: 'key in header',
        query: 'key in query',
        none: 'no key',
        'wrong-header': 'wrong header',
        'wrong-query': 'wrong query',
        'revoked-header': 'revoked header',
        'revoked-query': 'revoked query',
        'empty-header': 'empty header',
        'empty-query': 'empty query',
        'cut-header': 'cut header',
        'cut-query': 'cut query',
        'longer-header': 'longer header',
        'longer-query': 'longer query',
        'percent-header': '% in header',
        'percent-query': '% in query',
        'star-header': '* in header',
        'star-query': '* in query',
        'second-header': 'second header',
        'second-query': 'second query',
        both: 'both',
        'header-and-wrong-query': 'header and wrong query',
        'query-and-wrong-header': 'query and wrong header',
        'lower-case-scheme': 'lower case scheme',
        'other-scheme': 'other scheme',
        'bare-header': 'bare header',
        'swapped-case-key': 'swapped case key',
        'padded-query': 'blanks around key',
        'upper-case-parameter': 'upper case parameter',
      } satisfies Readonly<Record<Credential, string>>,
      phase: (name: string, duration: string): string => `${name}: ${duration}`,
    },
    endpoints: {
      title: 'Endpoints',
      table: 'Table of endpoints',
      caption: 'Every endpoint of the document, and its slowest request with a valid key.',
      result: 'Result',
      time: 'Time',
    },
    phases: {
      title: 'Phases of a request',
      none: 'No request got an answer.',
      table: 'Table of phases',
      caption: 'Medians of all requests of the run. Phases that did not happen are left out.',
      phase: 'Phase',
      median: 'Median',
      share: 'Share',
      names: {
        dns: 'Name look-up',
        connect: 'Connection',
        tls: 'TLS handshake',
        firstByte: 'Waiting for the first byte',
        transfer: 'Transfer of the body',
        total: 'Whole request',
      },
    },
    observations: 'Observations',
    verdicts: {
      title: 'Other verdicts',
      gone: 'Verdicts other than failures are no longer stored for runs of this age.',
      table: 'Table of verdicts',
      caption: 'Checks that passed, that could not be judged, or that the configuration does not ask for.',
      check: 'Check',
      outcome: 'Outcome',
      reason: 'Reason',
      outcomes: { pass: 'passed', untestable: 'untestable', skip: 'skipped' },
      amount: (amount: number): string => pluralize(amount, 'verdict'),
    },
  },

  incidents: {
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
    now: 'now',
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
    /** What an operator says of an incident that lasts. */
    known: {
      line: (until: Markup, reason: string, who: string): Markup =>
        html`Known until ${until}: ${reason} (${who}).`,
      acknowledge: 'Acknowledge',
      change: 'Change the acknowledgement',
      takeBack: 'Take the acknowledgement back',
      label: (incident: string): string => `Acknowledgement of ${incident}`,
      takeBackLabel: (incident: string): string => `End of the acknowledgement of ${incident}`,
      hint: 'Until then nobody is reminded. The state, its figures and alerts of another state stay as they are.',
      until: 'Known until (UTC)',
      because: 'Because',
      wrongTime: (days: number): string => `Say until when, in UTC: later than now, and within ${days} days.`,
      reasonLength: (longest: number): string => `Say why, in 1 to ${longest} characters.`,
      isOver: 'This incident is over, or it is not acknowledged. Nothing was changed.',
    },
    missing: 'The history has no incident of this id.',
    foreignForm: 'This form did not come from a page of this monitor, so nothing was kept.',
    wrongToken: 'This is not the operator token. Nothing was kept.',
  },

  compare: {
    title: (installation: string): string => `What changed at ${installation}`,
    crumb: 'Comparison',
    introduction: 'Two runs of the history compared: what broke, what changed for clients, what was mended.',
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
  },

  /** The annotated document. */
  document: {
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
  },

  /** The public page. */
  status: {
    title: 'Status',
    none: 'No service is shown yet.',
    historyAway:
      'The history is not available: incidents of the last 30 days are missing here, and what is shown may be what was known before.',
    oneWorks: 'The service works.',
    allWork: 'All services work.',
    needAttention: (bad: number, all: number, counts: string): string =>
      `${bad} of ${all} services need attention. ${counts[0]?.toUpperCase()}${counts.slice(1)}.`,
    areDown: (names: readonly string[], others: number): string =>
      `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'is' : 'are'} down.${others === 0 ? '' : ` ${others} ${others === 1 ? 'other needs' : 'others need'} attention.`}`,
    asOf: (moment: Markup): Markup => html`As of ${moment}. All times are UTC.`,
    legend: {
      label: 'What the colours mean',
      bars: 'A bar is a day: the higher a colour stands in it, the longer that lasted.',
      good: 'worked',
      broken: 'with errors',
      down: 'down',
      none: 'nothing known',
      figures:
        'Percentages: the share of runs in which a service was not down. Errors, limited requests and maintenance do not count as down; time in which the access of this page is refused does, though a service may have worked then.',
    },
    words: {
      works: 'Works',
      errors: 'Works with errors',
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
      broken: 'errors',
      daysDown: 'when it was down',
      daysBroken: 'with errors',
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
    worst: (status: string, duration: string): string => `, of which ${status} for ${duration}`,
    moreIncidents: (amount: number): string => `And ${amount} before them.`,
  },

  wall: {
    leave: 'Leave the wall',
    notConforming: 'Not conforming',
    conforming: 'Conforming',
    group: (group: string, conforming: number): string => `${group}: ${conforming.toLocaleString('en')}`,
  },

  /** The forms of operators, what came of them, and the page of all that they did. */
  actions: {
    title: 'Actions',
    introduction:
      'Runs that somebody started, maintenance, what was said of incidents, accepted baselines and reloads.',
    none: 'Nobody has done anything yet.',
    table: 'Table of actions',
    caption: 'What was done through the network, the latest first. The name is that of the token.',
    onMonitor: 'the monitor',
    off: 'Actions are switched off.',
    token: "Operator's token",
    run: {
      title: 'Run now',
      hint: 'It uses the same request budget as the schedule.',
      follows: (running: string): string => `A ${running} run is under way; this one will follow it.`,
    },
    maintenance: {
      start: 'Start maintenance',
      minutes: 'Minutes',
      hint: 'Runs continue, but they count for no figure and raise no alarm.',
      reason: 'Reason',
      plan: 'Plan maintenance',
      from: 'From (UTC)',
      to: 'To (UTC)',
      end: 'End maintenance',
      cancelTitle: 'Cancel planned maintenance',
      which: 'Which',
      planned: (moment: string, reason?: string): string =>
        reason === undefined ? moment : `${moment}: ${reason}`,
      cancel: 'Cancel it',
    },
    baseline: {
      accept: 'Accept as baseline',
      hint: (drift: number): string =>
        `The current observations become the baseline: ${drift === 1 ? '1 differs' : `${drift} differ`} from the present one. The history records it.`,
    },
    test: {
      title: 'Send a test notification',
      channel: 'Channel',
      all: 'all',
      option: (name: string, type: string): string => `${name} (${type})`,
      hint: 'It says that it is a test. One attempt is made.',
      send: 'Send a test',
    },
    /** What an action did. */
    done: {
      started:
        'The run was started. This page shows it once it has ended; without JavaScript, load it again then.',
      follows: 'A run is under way; the one you asked for follows it.',
      maintenance: 'Maintenance has begun.',
      planned: 'Maintenance is planned.',
      ended: 'Maintenance has ended.',
      accepted: 'What is observed now is the baseline.',
      tested: 'Every channel took the test notification.',
    },
    /** Why it did nothing. */
    problems: {
      wrongToken: 'This is not the operator token. Nothing was changed.',
      tooOften: 'Too many wrong tokens came from this address. Wait a minute.',
      noToken:
        'Actions are switched off, because no operator token is configured. Set MONITOR_TOKEN (or MONITOR_TOKEN_FILE, or MONITOR_TOKENS_FILE) and restart the monitor.',
      otherSite:
        'This form did not come from a page of this monitor, so nothing was changed. Open the page of the installation here and send the form again. Behind a reverse proxy, set MONITOR_URL to the address that the browser shows.',
      noTier: 'Choose a tier to run.',
      stopping: 'The monitor is stopping.',
      nothingDiffers: 'Nothing differs from the baseline, so it stays as it is.',
      noChannel: 'This installation has no such channel.',
      notTaken: (results: string): string => `Not every channel took the test. ${results}`,
      noMaintenance: 'No such maintenance is open or planned.',
      tooManyWindows: 'Too many windows are planned. Cancel some of them first.',
      plannedAlready: 'This window is planned already, so nothing was changed.',
      formMinutes: (longest: number): string => `Give the minutes of maintenance, from 1 to ${longest}.`,
      formTimes: 'Give the beginning and the end, in UTC.',
      minutes: (longest: number): string =>
        `Give minutes: a whole number from 1 to ${longest}, or 0 to end maintenance.`,
      minutesOrTimes: (longest: number): string =>
        `Give minutes: a whole number from 1 to ${longest}, or 0 to end maintenance. For a window that is planned, give from and to.`,
      times: 'Give times like 2026-03-01T20:00Z, with Z or an offset.',
      minutesAndTo: 'Give minutes or to, not both.',
      endWithFrom: 'Maintenance is ended without from.',
      endsFirst: 'The window ends before it begins. Exchange from and to.',
      isOver: 'The window is over already.',
      tooLong: (longest: number): string => `A window lasts at most ${longest} minutes.`,
      tooFar: 'A window begins within a year.',
      reasonNoText: 'The reason is a text.',
      reasonTooLong: (longest: number): string => `The reason has at most ${longest} characters.`,
    },
  },

  /** Pages that say why there is no other. */
  errors: {
    titles: {
      401: 'Not signed in',
      403: 'Not allowed',
      404: 'Not found',
      421: 'Unknown host name',
      429: 'Too many attempts',
      500: 'This did not work',
    },
    refused: 'The request was refused',
    status: (status: number): string => `Status ${status}`,
    allInstallations: 'All installations',
    switchedOff: 'Switched off',
    formNotAccepted: 'The form was not accepted',
    noInstallation: 'No installation of this name is monitored.',
    noRun: 'The history has no run of this id. Old runs are removed.',
    noPage: 'There is no such page.',
    unknownSpan: 'Span takes 1h, 6h, 24h, 7d, 30d or 90d; left out, it is 24h.',
    unknownEndpoint:
      'Endpoint takes one of the list, such as GET /api/v3/users; left out, it is all of them.',
    unknownFilter: 'Show takes all, broken, unjudged or changed; left out, it is all.',
    signIn: 'This monitor is read with a user name and a password, or with a token.',
    otherHost:
      'The monitor does not answer under this host name. Add the name to ALLOWED_HOSTS, or set MONITOR_URL to the address of the pages, and restart the monitor.',
    badAddress: 'The address has a character that no name has.',
    unreadable: 'The request could not be read: check its form and its size.',
    failed: 'The monitor could not answer this request. Its log says why.',
  },

  charts: {
    days: {
      good: 'every run conforming',
      allGood: 'all conforming',
      /** Before the share of runs. */
      down: 'not available',
      broken: 'a requirement broken',
      /** After a number of days. */
      daysDown: 'with an outage',
      daysBroken: 'with a broken requirement',
    },
    day: {
      name: (day: string, meaning: string): string => `${day}: ${meaning}`,
      noRun: 'no run',
      noneCounts: 'no run that counts',
      down: (word: string, share: string): string => `${word} in ${share} of runs`,
      broken: (word: string, share: string): string => `${word} in ${share} of runs`,
      leastShare: 'under 0.01 %',
      withIncidents: (meaning: string, incidents: number): string =>
        `${meaning}; ${pluralize(incidents, 'incident')}`,
    },
    daySummary: {
      none: (days: number): string => `No run of the last ${days} days counts yet.`,
      known: (days: number, counted: number): string =>
        counted === days ? `The last ${days} days` : `Of the last ${days} days, ${counted} count`,
      good: (known: string, allGood: string): string => `${known}: ${allGood}.`,
      kind: (days: number, kind: string): string => `${pluralize(days, 'day')} ${kind}`,
      bad: (known: string, kinds: readonly string[], last: string): string =>
        `${known}: ${kinds.join(' and ')}, the last one on ${last}.`,
    },
    troubleDays: 'Days of trouble',
    sparkline: {
      none: 'no answer yet',
      description: (runs: number, times: string, bad: number): string =>
        `Median response time of the last ${pluralize(runs, 'run')}: ${times}. ${bad === 0 ? 'All conforming' : `${pluralize(bad, 'run')} not conforming`}.`,
      times: (least: string, most: string, last: string, p95?: string): string =>
        `from ${least} to ${most}, last ${last}${p95 === undefined ? '' : `, ${p95}`}`,
      p95: (duration: string): string => `p95 ${duration}`,
    },
    responseTimes: {
      title: 'Response times',
      region: 'Chart of response times',
      none: 'No run of this time got an answer.',
      median: 'Median',
      p95: 'p95',
      p99: 'p99',
      slowest: 'Slowest',
      incident: 'incident',
      deployment: 'deployment',
      baselineAccepted: 'baseline accepted',
      acceptedAt: (moment: string): string => `Baseline accepted, ${moment}`,
      deploymentAt: (moment: string, what: string): string => `Deployment, ${moment}: ${what}`,
      incidentAt: (state: string, from: string, to: string): string => `${state}, ${from} to ${to}`,
      description: (runs: number, times: string, bad: number, incidents: number): string =>
        `${pluralize(runs, 'run')}: ${times}; ${bad === 0 ? 'all conforming' : `${pluralize(bad, 'run')} not conforming`}; ${pluralize(incidents, 'incident')}.`,
      medians: (least: string, most: string, last: string): string =>
        `medians from ${least} to ${most}, last ${last}`,
      figure: (name: string, duration: string): string => `${name} ${duration}`,
      keptSince: (moment: Markup): Markup => html`No run from before ${moment} is kept.`,
      sameAsTable: 'The same as a table',
      table: 'Table of response times',
      step: (hours: number): string =>
        hours === 0 ? 'run' : hours === 1 ? 'the hour' : hours === 24 ? 'the day' : `${hours} hours`,
      caption: (step: string): string =>
        `Response times by ${step}. Percentiles are estimated from counts, to about a tenth.`,
      endpointCaption: (endpoint: string, step: string): string =>
        `Response times of ${endpoint} by ${step}: of each standard or full run the slowest request with a valid key, as far back as runs are kept.`,
      from: 'From',
      runs: 'Runs',
      notAvailable: 'Not available',
      requirementBroken: 'With a broken requirement',
      notKnown: 'not known',
    },
    deployments: {
      title: 'Deployments, as far as answers show them',
      item: (moment: Markup, what: string, link: Markup): Markup => html`${moment}: ${what}. ${link}`,
      link: 'What changed',
      observations: (drift: number): string => `${pluralize(drift, 'observation')} changed`,
      unsteady: (changes: number): string =>
        `Answers changed ${changes} times in this span where the document leaves them open: that is no deployment each time, so none is drawn.`,
    },
  },

  feed: {
    author: 'evidence-contract monitor',
    title: (installation: string, state: string, worst?: string): string =>
      `${installation}: ${state}${worst === undefined ? '' : ` (at worst ${worst})`}`,
    ended: (title: string, duration: string): string => `${title}, ended after ${duration}`,
    endedBy: (state: string): string => `It ended: ${state}.`,
    note: (who: string, message: string): string => `Note by ${who}: ${message}`,
  },

  badge: {
    title: (service: string, label: string, value: string): string => `${service}, ${label}: ${value}`,
    state: 'state',
    uptime: 'uptime 30 d',
    coverage: 'contract judged',
    counted: (judged: number, all: number): string => `${judged} of ${all}`,
  },

  times: {
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    /** From Monday; an empty one is not named. */
    weekdays: ['Mon', '', 'Wed', '', 'Fri', '', 'Sun'],
    full: (day: string, year: number, clock: string): string => `${day} ${year} ${clock} UTC`,
    zoned: (clock: string): string => `${clock} UTC`,
    day: (day: number | string, month: string): string => `${day} ${month}`,
    days: (from: string, to: string): string => `${from} to ${to}`,
    now: 'now',
    ago: (duration: string): string => `${duration} ago`,
    ahead: (duration: string): string => `in ${duration}`,
    aMoment: 'a moment',
    for: (age: Markup): Markup => html`for ${age}`,
  },

  /** What scripts show. Pages hand it over in attributes. */
  scripts: {
    localTime: (time: string): string => `${time} by your clock`,
    localNow: (time: string): string => `By your clock this is ${time}.`,
    utcTime: (time: string): string => `${time} UTC`,
    localZone: 'Times are by your clock; days, months and drawings are in UTC.',
    toLocal: 'Show times by my clock',
    toUtc: 'Show times in UTC',
    pause: 'Pause updates',
    resume: 'Resume updates',
    lostContact: (clock: string): string =>
      `No contact with the monitor since ${clock} UTC. What is below may be out of date.`,
    lostContactTitle: '⚠ No contact',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    wholeSpan: 'Whole span',
    chartHint:
      'Drag over the chart to zoom. With the keyboard: arrows show values, + and − zoom, Escape shows the whole span.',
  },
};

/** What a translation has to have. */
export type Texts = typeof texts;
