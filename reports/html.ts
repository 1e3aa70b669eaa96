import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { RunRecord } from '../engine/record/run-record.ts';
import { faultsOf, isExplainedByCause, knownFailuresOf, shownFindings } from './failures.ts';
import {
  failedChecksSection,
  findingsSection,
  knownSection,
  notes,
  observationsSection,
  reasonsSection,
  tableSection,
} from './html-sections.ts';
import { styles } from './html-styles.ts';
import type { Markup } from './markup.ts';
import { type Deviations, headline, noteSections } from './notes.ts';
import { sanitize } from './sanitize.ts';
import { tallyOf } from './tally.ts';
import { closingLine, coveragePercent, duration, requestSummary, sectionTitles } from './words.ts';

/** Whatever an installation said, the page loads nothing and runs nothing, from a disk or from a server. */
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/** A run as one page of HTML that needs no other file: light and dark, to read, print or send. */
export function renderHtml(record: RunRecord, deviations: Deviations = {}): string {
  const { installation } = record;
  const content = isExplainedByCause(record) ? '' : sections(record, deviations);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${raw(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Contract of ${sanitize(installation.name)}</title>
<style>${raw(styles)}</style>
</head>
<body>
<main>
${heading(record, deviations)}
${content}
</main>
</body>
</html>
`;
  return String(page);
}

function heading(record: RunRecord, deviations: Deviations): Markup {
  const { installation, cause, state, coverage, durationMs, tier, suiteVersion, startedAt, tls } = record;
  const tally = tallyOf(record.verdicts);
  const isMissed = noteSections(deviations).some(({ isFailure }) => isFailure);
  const tone = tally.fail + tally.error > 0 || isMissed ? 'bad' : state === 'conforming' ? 'good' : 'open';
  const facts: readonly (readonly [string, string])[] = [
    ['Address', installation.baseUrl],
    ['Coverage', coveragePercent(coverage)],
    ['Verdicts', closingLine(tally)],
    ['Requests', requestSummary(record)],
    ['Started', startedAt],
    ['Duration', duration(durationMs)],
    ['Tier', tier],
    ['Suite', suiteVersion],
    ...(tls === undefined ? [] : ([['Certificate until', tls.expiresAt]] as const)),
  ];
  return html`<h1>Contract of ${sanitize(installation.name)}</h1>
<p class="state ${tone}">${sanitize(headline(record, deviations))}</p>
${cause === undefined ? '' : html`<p>${sanitize(cause)}</p>`}
<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${sanitize(value)}</dd></div>`)}</dl>`;
}

function sections(record: RunRecord, deviations: Deviations): Markup {
  return html`${tableSection(record)}
${findingsSection(shownFindings(record))}
${failedChecksSection('faults', sectionTitles.faults, faultsOf(record))}
${knownSection(knownFailuresOf(record))}
${notes(noteSections(deviations))}
${reasonsSection(record, 'untestable')}
${reasonsSection(record, 'skip')}
${observationsSection(record)}`;
}
