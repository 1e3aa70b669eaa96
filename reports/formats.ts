/** The files of reports, by the name that `--report` takes. */
export const reportFiles = {
  markdown: 'report.md',
  html: 'report.html',
  document: 'document.html',
  junit: 'junit.xml',
  sarif: 'findings.sarif',
  har: 'run.har',
} as const;

export type ReportName = keyof typeof reportFiles;

export const reportNames = Object.keys(reportFiles) as readonly ReportName[];

/** What a run writes when nothing else is asked for. */
export const usualReports: readonly ReportName[] = ['markdown', 'html', 'document', 'junit'];
