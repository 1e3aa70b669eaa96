import type { RunRecord } from '../engine/record/run-record.ts';
import type { Deviations } from './notes.ts';

/** A report that a run writes beside run.json. */
interface ReportFormat {
  readonly file: string;
  /** Who reads it. */
  readonly meaning: string;
  /** Loads its code, since that of others takes time to load. */
  readonly renderer: () => Promise<(record: RunRecord, deviations: Deviations) => string>;
}

/** Every report, by the name that `--report` takes. */
export const reportFormats = {
  markdown: {
    file: 'report.md',
    meaning: 'for a ticket or a pull request',
    renderer: async () => (await import('./markdown.ts')).renderMarkdown,
  },
  html: {
    file: 'report.html',
    meaning: 'a page that needs nothing else',
    renderer: async () => (await import('./html.ts')).renderHtml,
  },
  junit: {
    file: 'junit.xml',
    meaning: 'JUnit, which CI services show',
    renderer: async () => (await import('./junit.ts')).renderJunit,
  },
  sarif: {
    file: 'findings.sarif',
    meaning: 'SARIF, which code hosts show as alerts',
    renderer: async () => (await import('./findings-sarif.ts')).renderFindingsSarif,
  },
} as const satisfies Readonly<Record<string, ReportFormat>>;

export type ReportName = keyof typeof reportFormats;

export const reportNames = Object.keys(reportFormats) as readonly ReportName[];

/** What a run writes when nothing else is asked for. */
export const usualReports: readonly ReportName[] = ['markdown', 'html', 'junit'];
