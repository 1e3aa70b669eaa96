import { html } from 'hono/html';
import { keyPhrase } from '../../contract/judging/describe.ts';
import { countedFindings } from '../../engine/record/findings.ts';
import type { RecordedExchange, RunRecord } from '../../engine/record/run-record.ts';
import { type ReportName, reportFiles } from '../formats.ts';
import { factList, renderPage } from '../html/page.ts';
import { runHead } from '../html/run.ts';
import type { Deviations } from '../notes.ts';
import { factsOf } from '../run-sections.ts';
import { duration, momentText } from '../words.ts';
import { type DocumentLinks, documentBody, evidenceId, type ShownExchange } from './body.ts';
import { documentStyles } from './styles.ts';
import { documentView } from './view.ts';

/** The run's facts in the head of the page; the report page has more. */
const shownFacts: readonly string[] = ['Started', 'Coverage', 'Tier', 'Suite'];

/**
 * A run as the annotated document: the structure of the API document in our own words, each statement with the findings
 * of the run. One self-contained HTML page, like `renderHtml`.
 * @param siblings the names of the other reports in the same folder
 */
export function renderDocument(
  record: RunRecord,
  deviations: Deviations = {},
  siblings: readonly ReportName[] = [],
): string {
  const { verdicts, observations, installation } = record;
  const report = siblings.includes('html') ? reportFiles.html : undefined;
  // The exchanges that a verdict names, in the order in which they were sent.
  const used = new Set(verdicts.map(({ exchange }) => exchange));
  const exchanges = record.exchanges.filter(({ id }) => used.has(id));
  const more = report === undefined ? '' : html` <a href="${report}">What to do about it</a>`;
  const title = `The API document, judged at ${installation.name}`;
  return renderPage(
    title,
    html`<header>
${runHead(title, record, deviations, more)}
</header>
${factList(factsOf(record).filter(({ name }) => shownFacts.includes(name)))}
${documentBody({
  view: documentView({ verdicts, observations, baseline: deviations.baseline }),
  links: linksOf(record, new Set(exchanges.map(({ id }) => id)), report),
  exchanges: exchanges.map(shownExchange),
})}`,
    documentStyles,
  );
}

function linksOf(record: RunRecord, kept: ReadonlySet<string>, report: string | undefined): DocumentLinks {
  const places = new Map<string, number>(
    countedFindings(record).flatMap(({ failures }, index) =>
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
  const { endpoint, key, status, failure, startedAt, phasesMs, bytes } = exchange;
  const answer =
    status === undefined ? `no answer (${failure?.reason ?? 'unknown'})` : `status ${status}, ${bytes} bytes`;
  const facts = `Asked ${momentText(startedAt)}, ${answer} after ${duration(phasesMs.total)}`;
  return { ...exchange, title: `${endpoint} ${keyPhrase(key)}`, facts };
}
