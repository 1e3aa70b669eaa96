import { html } from 'hono/html';
import { keyPhrase } from '../contract/describe.ts';
import type { RecordedExchange, RunRecord } from '../engine/record/run-record.ts';
import { adviceFor, toneOf, verdictOf } from './advice.ts';
import { documentBody } from './document-body.ts';
import { evidenceId, type ShownExchange } from './document-evidence.ts';
import type { DocumentLinks } from './document-parts.ts';
import { documentStyles } from './document-styles.ts';
import { documentView } from './document-view.ts';
import { shownFindings } from './failures.ts';
import { factList, renderPage } from './html-page.ts';
import type { Markup } from './markup.ts';
import { momentText } from './moments.ts';
import { type Deviations, headline } from './notes.ts';
import { type ReportName, reportFiles } from './report-files.ts';
import { sanitize } from './sanitize.ts';
import { coveragePhrase, duration } from './words.ts';

/**
 * A run as the annotated document: the structure of the API document in our own words, each statement with what the run
 * found. One page of HTML that needs no other file, as `renderHtml` makes it.
 * @param beside the names of the other reports in the same folder
 */
export function renderDocument(
  record: RunRecord,
  deviations: Deviations = {},
  beside: readonly ReportName[] = [],
): string {
  const { baseline } = deviations;
  const view = documentView({
    verdicts: record.verdicts,
    observations: record.observations,
    ...(baseline === undefined
      ? {}
      : { baseline: { at: baseline.savedAt, observations: baseline.observations } }),
  });
  const findings = shownFindings(record);
  const report = beside.includes('html') ? reportFiles.html : undefined;
  const exchanges = usedExchanges(record);
  const body = documentBody({
    view,
    links: linksOf(exchanges, findings, report),
    exchanges: exchanges.map(shownExchange),
    control: { kind: 'inputs' },
  });
  const advice = adviceFor(record, findings, deviations);
  const tone = toneOf(record, advice);
  const { name } = record.installation;
  return renderPage(
    `API document, judged at ${name}`,
    html`${heading(record, deviations, { tone, verdict: verdictOf(record, advice) }, report)}
${body}`,
    documentStyles,
  );
}

function heading(
  record: RunRecord,
  deviations: Deviations,
  { tone, verdict }: { readonly tone: string; readonly verdict: string },
  report: string | undefined,
): Markup {
  const { installation, cause, startedAt, tier, suiteVersion } = record;
  return html`<header>
<h1>The API document, judged at ${sanitize(installation.name)}</h1>
<p class="address"><code>${sanitize(installation.baseUrl)}</code></p>
<p class="verdict ${tone}">${verdict}</p>
<p class="state">${sanitize(headline(record, deviations))}${report === undefined ? '' : html` <a href="${report}">What to do about it</a>`}</p>
${cause === undefined ? '' : html`<p>${sanitize(cause)}</p>`}
</header>
${factList([
  ['Started', momentText(startedAt)],
  ['Coverage', coveragePhrase(record.verdicts)],
  ['Tier', tier],
  ['Suite', suiteVersion],
])}`;
}

/** The exchanges that a verdict names, in the order in which they were sent. */
function usedExchanges({ verdicts, exchanges }: RunRecord): readonly RecordedExchange[] {
  const used = new Set(verdicts.map(({ exchange }) => exchange));
  return exchanges.filter(({ id }) => used.has(id));
}

function linksOf(
  exchanges: readonly RecordedExchange[],
  findings: ReturnType<typeof shownFindings>,
  report: string | undefined,
): DocumentLinks {
  const kept = new Set(exchanges.map(({ id }) => id));
  const places = new Map<string, number>(
    findings.flatMap(({ failures }, index) =>
      failures.map(({ verdict }) => [`${verdict.check} ${verdict.endpoint}`, index + 1] as const),
    ),
  );
  return {
    evidence: ({ exchange }) =>
      exchange !== undefined && kept.has(exchange) ? `#${evidenceId(exchange)}` : undefined,
    finding({ check, endpoint }) {
      const number = places.get(`${check} ${endpoint}`);
      if (number === undefined || report === undefined) return undefined;
      return { url: `${report}#finding-${number}`, name: `Finding ${number}` };
    },
    moment: (iso) => momentText(iso),
  };
}

function shownExchange(exchange: RecordedExchange): ShownExchange {
  const { id, endpoint, key, status, failure, startedAt, phasesMs, bytes, excerpt, headers, curl } = exchange;
  const answer =
    status === undefined ? `no answer (${failure?.reason ?? 'unknown'})` : `status ${status}, ${bytes} bytes`;
  return {
    id,
    title: `${endpoint} ${keyPhrase(key)}`,
    facts: `Asked ${momentText(startedAt)}, ${answer} after ${duration(phasesMs.total)}`,
    ...(excerpt === undefined ? {} : { excerpt }),
    ...(headers === undefined ? {} : { headers }),
    curl,
  };
}
