import { html } from 'hono/html';
import { joined } from '../../../reports/html/page.ts';
import type { Markup } from '../../../reports/markup.ts';
import { pluralize } from '../../../reports/words.ts';

/**
 * The texts that pages share; those of one page are in its folder (`texts.ts`). To translate the monitor, replace these files.
 *
 * Texts are strings, or pure functions of what they name. If a link or another element stands within a sentence, the caller
 * hands it over, so that it can stand elsewhere in another language. Words of states, requirements, gaps and tiers are those
 * of the tables in `contract/`; durations, percentages, and what reports and pages share are those of `reports/`.
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
      'The history cannot be written. The embedded one keeps nothing of runs that end now, but shows them; a shared database shows them only when they are written. The log has the reason; often the disk is full.',
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
    lost: (since: Markup): Markup => html`The database has not answered for ${since}: no run begins.`,
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
    /** If several locations watch. */
    agreed: (rule: string): string =>
      `${rule} Several locations watch this installation: each run counts by the state on which they agreed when it ended.`,
    anyOf: (labels: readonly string[]): string =>
      new Intl.ListFormat('en', { type: 'disjunction' }).format(labels),
    spans: { day: 'last 24 hours', week: 'last 7 days', month: 'last 30 days' },
  },

  /** Findings and failures, with their evidence. */
  findings: {
    headline: (severity: string, headline: string): string => `${severity}. ${headline}`,
    fault: 'A fault of the suite itself,',
    faultOf: (fault: Markup): Markup => html`${fault} not of the installation.`,
    checks: (checks: readonly Markup[]): Markup =>
      html`${checks.length === 1 ? 'check' : 'checks'} ${joined(checks)}`,
    requirements: (links: readonly Markup[]): Markup =>
      html`${links.length === 1 ? 'requirement' : 'requirements'} ${joined(links)}`,
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

  /** The forms of operators, their outcomes, and the page of all actions. */
  actions: {
    title: 'Actions',
    introduction:
      'Runs that somebody started, maintenance, what was said of incidents, accepted baselines and reloads.',
    none: 'Nobody has done anything yet.',
    table: 'Table of actions',
    caption: 'What was done through the network, the latest first. The name is that of the token.',
    onMonitor: 'the monitor',
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
      endsFirst:
        'The window does not end after it begins. Exchange from and to, or write both in UTC if clocks are set forward then.',
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
      503: 'The database does not answer',
    },
    refused: 'The request was refused',
    status: (status: number): string => `Status ${status}`,
    allInstallations: 'All installations',
    switchedOff: 'Switched off',
    formNotAccepted: 'The form was not accepted',
    noInstallation:
      'No installation of this name is monitored. If it was removed or renamed, its incidents are kept in the list of incidents.',
    noRun: 'The history has no run with this id. Old runs are removed.',
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
    body: {
      notJson: 'Send the body as JSON, with the header Content-Type: application/json.',
      noObject: 'Send a JSON object.',
      unknownField: (name: string, known: readonly string[], hint: string): string =>
        `There is no field ${name}: ${known.length === 0 ? 'this action has none' : `the fields are ${known.join(', ')}`}.${hint}`,
      wrongType: (name: string, type: string): string => `The field ${name} takes a ${type}.`,
    },
    failed: 'The monitor could not answer this request. Its log says why.',
    storeLost:
      'This takes the database of the monitor, which does not answer now. The list of installations and the page of each show what the monitor has in memory.',
  },

  charts: {
    days: {
      good: 'every run conforming',
      allGood: 'all conforming',
      /** Before the share of runs. */
      down: 'not available',
      broken: 'not conforming',
      /** After a number of days. */
      daysDown: 'with an outage',
      daysBroken: 'not conforming',
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
        counted === days
          ? `The last ${days} days`
          : `Of the last ${days} days, ${counted} ${counted === 1 ? 'counts' : 'count'}`,
      good: (known: string, allGood: string): string => `${known}: ${allGood}.`,
      kind: (days: number, kind: string): string => `${pluralize(days, 'day')} ${kind}`,
      bad: (known: string, kinds: readonly string[], last: string): string =>
        `${known}: ${kinds.join(' and ')}, the last one on ${last}.`,
    },
    troubleDays: 'Days of trouble',
    sparkline: {
      none: 'no recent answer',
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
      notConforming: 'Available, not conforming',
      requirementBroken: 'With a broken requirement',
      notKnown: 'not known',
    },
    deployments: {
      title: 'Deployments, as far as answers show them',
      item: (moment: Markup, what: string, link: Markup): Markup => html`${moment}: ${what}. ${link}`,
      link: 'What changed',
      observations: (drift: number): string => `${pluralize(drift, 'observation')} changed`,
      unsteady: (changes: number): string =>
        `Answers changed ${changes} times in this span where the document leaves them open: that is not a deployment each time, so none is drawn.`,
    },
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
