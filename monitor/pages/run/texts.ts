import { html } from 'hono/html';
import type { Credential } from '../../../contract/judging/request.ts';
import type { Markup } from '../../../reports/markup.ts';
import { pluralize } from '../../../reports/words.ts';

export const runTexts = {
  title: (tier: string, moment: string): string =>
    `${tier[0]?.toUpperCase()}${tier.slice(1)} run of ${moment}`,
  pageTitle: (run: string, installation: string): string => `${run}, ${installation}`,
  of: (installation: Markup, address: string, document: Markup): Markup =>
    html`of ${installation}, ${address}. ${document}`,
  byOperator: 'An operator started this run.',
  bySchedule: 'The schedule started this run.',
  cutShort: 'It was cut short: checks whose requests had not been sent by then are untestable.',
  inMaintenance: 'It ran during maintenance, so no figure counts it.',
  recheck: (asked: number, stillFailing: number): string => {
    if (asked === 0) return 'Something obstructed it as a whole, so it was made again at once.';
    const repeated =
      asked === 1 ? 'The failing check was repeated' : `The ${asked} failing checks were repeated`;
    if (stillFailing === 0) return `${repeated} at once and passed.`;
    // A failure also stands if the check could not be judged again.
    const all = asked === 1 ? 'its failure stands' : 'their failures stand';
    return `${repeated} at once, and ${stillFailing === asked ? all : `${stillFailing} of the failures stand`}.`;
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
      `${retried} sent again after failures, ${throttled} throttled`,
  },
  neighbours: 'Other runs',
  previous: 'Previous run',
  next: 'Next run',
  failures: (amount?: string): string => (amount === undefined ? 'What failed' : `What failed: ${amount}`),
  nothingFailed: 'Nothing that was judged failed.',
  nothingJudged: 'Nothing was judged.',
  comparison: {
    title: 'Since the run before',
    none: 'The history has no run of this tier before it.',
    link: (moment: Markup): Markup => html`run of ${moment}`,
    result: (run: Markup, differences: string, times?: string): Markup =>
      html`Compared with the ${run}: ${differences}${times === undefined ? '' : ` ${times}`}`,
    noneInCommon: 'no check was judged by both.',
    same: 'every check that both judged has the same result, and every gap the same answer.',
    differences: (broken: number, fixed: number, changed: number): string =>
      `${pluralize(broken, 'check')} broken, ${fixed} fixed, ${pluralize(changed, 'observation')} changed.`,
    times: (before: string, after: string): string =>
      `The median response time was ${before} and is ${after}.`,
    broken: 'Broken',
    fixed: 'Fixed',
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
    bodyNotKept: 'The body of the answer is not kept, since no failed check refers to it.',
    sent: (after: string): string => `Sent ${after} after the run began.`,
    lag: (duration: string): string =>
      `Its times are left out of all figures: the monitor was busy for ${duration} of them.`,
    lagMark: ', the monitor was busy',
    /** Other than its name. */
    keys: {
      header: 'key in header',
      query: 'key in query',
      none: 'no key',
      'basic-credentials': 'name and password',
      'percent-header': '% in header',
      'percent-query': '% in query',
      'star-header': '* in header',
      'star-query': '* in query',
      'padded-query': 'blanks around key',
    } as Readonly<Partial<Record<Credential, string>>>,
    phase: (name: string, duration: string): string => `${name}: ${duration}`,
  },
  endpoints: {
    title: 'Endpoints',
    table: 'Table of endpoints',
    caption: 'The endpoints of the run, and the slowest answer of each to a valid key.',
    result: 'Result',
    time: 'Time',
    notTimed: 'not timed',
  },
  phases: {
    title: 'Phases of a request',
    none: 'No phase was measured: no request got an answer, or the monitor was too busy to time it.',
    table: 'Table of phases',
    caption:
      'Each median is of the requests of the run that had this phase. Phases that did not happen are left out.',
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
};
