import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gravityLabel } from '../../contract/gravity.ts';
import { codeOf, whyUnwritable } from '../../engine/files.ts';
import { countedFindings } from '../../engine/record/findings.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { isExplainedByCause } from '../../reports/failures.ts';
import { renderMarkdown } from '../../reports/markdown.ts';
import { type Deviations, headline } from '../../reports/notes.ts';
import { breakCommands } from '../../reports/runner-commands.ts';
import { sanitize } from '../../reports/sanitize.ts';

/** GitHub shows ten annotations of a step; the summary has all findings. */
const mostAnnotations = 10;

/** GitHub refuses larger summaries of a step: one megabyte. */
const largestSummary = 1_000_000;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Shows a run in the step of GitHub Actions that it is part of: the Markdown report as its summary, an annotation for
 * each finding, and outputs for later steps. Where a file of the step is not named, as on other machines, that part is left out.
 * @param environment names the files of the step: GITHUB_STEP_SUMMARY, GITHUB_OUTPUT
 * @param print takes commands to the runner, each with its line break
 * @returns which files could not be written, and why, as sentences
 */
export async function reportToGithub(
  record: RunRecord,
  deviations: Deviations,
  directory: string,
  environment: Environment,
  print: (commands: string) => void,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const append = async (name: string, text: () => string): Promise<void> => {
    const file = environment[name];
    if (!file) return;
    try {
      await appendFile(file, text());
    } catch (thrown) {
      if (codeOf(thrown) === '') throw thrown;
      problems.push(`${name}: ${file} cannot be written: ${whyUnwritable(thrown)}.`);
    }
  };
  await append('GITHUB_STEP_SUMMARY', () => summaryOf(renderMarkdown(record, deviations)));
  await append('GITHUB_OUTPUT', () => outputsOf(record, directory));
  print(annotationsOf(record, deviations).join(''));
  return problems;
}

function summaryOf(markdown: string): string {
  if (Buffer.byteLength(markdown) <= largestSummary) return markdown;
  // A character takes at most three bytes per unit.
  return `${markdown.slice(0, largestSummary / 4)}\n\nThe rest is in the reports of this run.\n`;
}

function outputsOf(record: RunRecord, directory: string): string {
  const outputs = {
    state: record.state,
    coverage: record.coverage,
    findings: countedFindings(record).length,
    report: join(directory, 'report.html'),
  };
  return Object.entries(outputs)
    .map(([name, value]) => `${name}=${oneLine(String(value))}\n`)
    .join('');
}

function annotationsOf(record: RunRecord, deviations: Deviations): readonly string[] {
  const { name } = record.installation;
  const findings = isExplainedByCause(record) ? [] : countedFindings(record);
  const isSuccess = record.state === 'conforming' && deviations.shortfall === undefined;
  const errors = findings.map(({ gravity, sentence }) =>
    annotation('error', `${name}: ${gravityLabel(gravity)}`, sentence),
  );
  if (errors.length > 0) return errors.slice(0, mostAnnotations);
  const sentence = [headline(record, deviations), record.cause].filter((one) => one !== undefined).join(' ');
  return [annotation(isSuccess ? 'notice' : 'error', name, sentence)];
}

/** A command to the runner, as its documentation describes it. */
function annotation(level: 'error' | 'notice', title: string, message: string): string {
  const escaped = (text: string): string =>
    oneLine(text).replaceAll('%', '%25').replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${level} title=${escaped(title)}::${oneLine(message).replaceAll('%', '%25')}\n`;
}

/** A line break would end a command or an output, and begin another. */
function oneLine(text: string): string {
  return breakCommands(sanitize(text).replaceAll(/\s+/g, ' '));
}
