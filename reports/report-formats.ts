import type { RunRecord } from '../engine/record/run-record.ts';
import type { Deviations } from './notes.ts';
import { type ReportName, reportFiles } from './report-files.ts';

export type { ReportName } from './report-files.ts';

/** Makes the text of a report; `beside` are the reports in the same folder, to which it may lead. */
export type RenderReport = (
  record: RunRecord,
  deviations: Deviations,
  beside: readonly ReportName[],
) => string;

/** A report that a run writes beside run.json. */
interface ReportFormat {
  readonly file: string;
  /** Who reads it. */
  readonly meaning: string;
  /** Loads its code, since that of others takes time to load. */
  readonly renderer: () => Promise<RenderReport>;
}

/** Every report, by the name that `--report` takes. */
export const reportFormats: Readonly<Record<ReportName, ReportFormat>> = {
  markdown: {
    file: reportFiles.markdown,
    meaning: 'for a ticket or a pull request',
    renderer: async () => (await import('./markdown.ts')).renderMarkdown,
  },
  html: {
    file: reportFiles.html,
    meaning: 'a page that needs nothing else',
    renderer: async () => (await import('./html.ts')).renderHtml,
  },
  document: {
    file: reportFiles.document,
    meaning: 'the API document with what was found at each statement',
    renderer: async () => (await import('./document-html.ts')).renderDocument,
  },
  junit: {
    file: reportFiles.junit,
    meaning: 'JUnit, which CI services show',
    renderer: async () => (await import('./junit.ts')).renderJunit,
  },
  sarif: {
    file: reportFiles.sarif,
    meaning: 'SARIF, which code hosts show as alerts',
    renderer: async () => (await import('./findings-sarif.ts')).renderFindingsSarif,
  },
  har: {
    file: reportFiles.har,
    meaning: 'the exchanges as an HTTP archive, which browsers open',
    renderer: async () => (await import('./har.ts')).renderHar,
  },
};

export const reportNames = Object.keys(reportFormats) as readonly ReportName[];

/** What a run writes when nothing else is asked for. */
export const usualReports: readonly ReportName[] = ['markdown', 'html', 'document', 'junit'];
