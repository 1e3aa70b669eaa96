import { countedFindings } from '../../engine/record/findings.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { renderMarkdown } from '../../reports/markdown/run.ts';
import { type Deviations, headline } from '../../reports/notes.ts';
import { isExplainedByCause } from '../../reports/tally.ts';
import {
  annotation,
  type Environment,
  mostAnnotations,
  outputLines,
  writeStepFiles,
} from './github-error.ts';

/** GitHub refuses step summaries above one megabyte. */
const largestSummary = 1_000_000;

/**
 * Shows a run in its step of GitHub Actions: the Markdown report as the summary, an annotation for each finding, and
 * outputs for later steps. A file that is not named, as outside GitHub Actions, is skipped.
 * @param page the HTML report, if it is written: an output names it
 * @param environment names the files of the step: GITHUB_STEP_SUMMARY, GITHUB_OUTPUT
 * @param print receives workflow commands, each with its line break
 * @returns which files could not be written, and why, as sentences
 */
export async function reportToGithub(
  record: RunRecord,
  deviations: Deviations,
  page: string | undefined,
  environment: Environment,
  print: (commands: string) => void,
): Promise<readonly string[]> {
  const problems = await writeStepFiles(environment, {
    GITHUB_STEP_SUMMARY: () => summaryOf(renderMarkdown(record, deviations)),
    GITHUB_OUTPUT: () => outputsOf(record, page),
  });
  print(annotationsOf(record, deviations).join(''));
  return problems;
}

function summaryOf(markdown: string): string {
  if (Buffer.byteLength(markdown) <= largestSummary) return markdown;
  // A UTF-16 unit takes at most three bytes in UTF-8.
  return `${markdown.slice(0, largestSummary / 4)}\n\nThe rest is in the reports of this run.\n`;
}

function outputsOf(record: RunRecord, page: string | undefined): string {
  return outputLines({
    state: record.state,
    coverage: record.coverage,
    findings: countedFindings(record).length,
    ...(page === undefined ? {} : { report: page }),
  });
}

function annotationsOf(record: RunRecord, deviations: Deviations): readonly string[] {
  const { name } = record.installation;
  const findings = isExplainedByCause(record) ? [] : countedFindings(record);
  const isSuccess = record.state === 'conforming' && deviations.shortfall === undefined;
  const errors = findings.map(({ headline: wrong, sentence }) =>
    annotation('error', `${name}: ${wrong}`, sentence),
  );
  if (errors.length > 0) return errors.slice(0, mostAnnotations);
  const sentence = [headline(record, deviations), record.cause].filter((one) => one !== undefined).join(' ');
  return [annotation(isSuccess ? 'notice' : 'error', name, sentence)];
}
