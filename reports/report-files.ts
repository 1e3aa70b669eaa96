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
