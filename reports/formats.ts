/** The report files, by their names in `--report`. */
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

/** The reports that a run writes by default. */
export const usualReports: readonly ReportName[] = ['markdown', 'html', 'document', 'junit'];
