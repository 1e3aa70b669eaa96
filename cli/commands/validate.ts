import { fstatSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { readEnvironment } from '../../engine/configuration/environment.ts';
import { ConfigurationError, type Problem } from '../../engine/configuration/problems.ts';
import { draftOf, readSettings } from '../../engine/configuration/read-settings.ts';
import { runSettings } from '../../engine/configuration/run-settings.ts';
import { type BodyReader, makeBodyReader } from '../../engine/evidence/body-reader.ts';
import { hide } from '../../engine/evidence/hidden.ts';
import { FileTooLarge, largestFileBytes, readWhole, whyUnreadable } from '../../engine/files.ts';
import { type FhirIssue, type FhirRelease, type FhirReport, fhirReleases } from '../../fhir/index.ts';
import { escapeUnsafe } from '../../reports/json.ts';
import { printable } from '../printable.ts';

/** One line of output, for scripts. */
interface ValidateLine {
  readonly file: string;
  readonly valid: boolean;
  readonly release: FhirRelease | null;
  readonly issues: readonly FhirIssue[];
}

/**
 * Adds `validate [--fhir RELEASE] FILE…|-`: validates FHIR files offline and prints one JSON line for each. Exit codes:
 * 0 all valid, 1 any invalid, 2 a file cannot be read.
 */
export function registerValidate(program: Command): void {
  program
    .command('validate')
    .description("Validate FHIR files against HL7's definitions, offline; print one JSON line per file.")
    .argument('<file...>', 'files to validate, or - for standard input')
    .option(
      '--fhir <release>',
      `validate against this release alone (${fhirReleases.join(', ')})`,
      parseRelease,
    )
    .action(async (files: string[], options: { fhir?: FhirRelease }) => {
      const bodies = makeBodyReader({ heapMb: readerMemoryMb() });
      try {
        process.exitCode = await validateFiles(files, options.fhir, bodies);
      } finally {
        await bodies.close();
      }
    });
}

/** This command has no other setting, so mistakes in others are none of its business. */
function readerMemoryMb(): number {
  const { readerMemoryMb: setting } = runSettings;
  const problems: Problem[] = [];
  const directory = process.cwd();
  const draft = draftOf([setting], readEnvironment(process.env, directory));
  const values = readSettings({ setting }, { draft, directory, problems });
  if (problems.length > 0) throw new ConfigurationError(problems);
  return values.setting;
}

async function validateFiles(
  files: readonly string[],
  release: FhirRelease | undefined,
  bodies: BodyReader,
): Promise<number> {
  let exitCode = 0;
  for (const file of files) {
    const body = await readBody(file);
    if (typeof body === 'string') {
      process.stderr.write(printable(`${body}\n`));
      exitCode = 2;
      continue;
    }
    const { report, isUnread } = await validate(body, release, bodies);
    process.stdout.write(`${escapeUnsafe(JSON.stringify(lineOf(file, report)))}\n`);
    if (isUnread) exitCode = 2;
    if (!report.valid) exitCode = Math.max(exitCode, 1);
  }
  return exitCode;
}

/** The caller waits for files of any size; only memory limits them. */
const noLimits = {
  maximumJsonValues: Number.POSITIVE_INFINITY,
  maximumJsonDepth: Number.POSITIVE_INFINITY,
  readingTimeoutMs: 86_400_000,
};

async function validate(
  body: Uint8Array,
  release: FhirRelease | undefined,
  bodies: BodyReader,
): Promise<{ readonly report: FhirReport; readonly isUnread: boolean }> {
  const fhir = release === undefined ? {} : { release };
  const reading = await bodies.read(body, { fhir, keepText: false, limits: noLimits }, hide([]));
  return reading.fhir === undefined
    ? { report: notValidated(reading.unread ?? 'it could not be read'), isUnread: true }
    : { report: reading.fhir, isUnread: false };
}

function notValidated(reason: string): FhirReport {
  const message = `The body was not validated: ${reason}.`;
  return {
    valid: false,
    releasesByType: {},
    issues: [{ severity: 'error', level: 'text', path: '', message }],
    omittedIssues: 0,
  };
}

/** The bytes of a file, or a sentence that says why it cannot be read. */
async function readBody(file: string): Promise<Uint8Array | string> {
  try {
    return file === '-' ? await readInput(process.stdin) : readWhole(file);
  } catch (thrown) {
    return `${file} cannot be read: ${whyUnreadable(thrown)}`;
  }
}

/** Standard input, which may never end. */
async function readInput(input: AsyncIterable<Buffer>): Promise<Uint8Array> {
  // Node takes a folder for an empty input.
  if (fstatSync(0).isDirectory()) throw Object.assign(new Error('A folder was given.'), { code: 'EISDIR' });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    bytes += chunk.length;
    if (bytes > largestFileBytes) throw new FileTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

function lineOf(file: string, report: FhirReport): ValidateLine {
  return { file, valid: report.valid, release: report.release ?? null, issues: report.issues };
}

function parseRelease(text: string): FhirRelease {
  const release = fhirReleases.find((known) => known === text);
  if (!release) throw new InvalidArgumentError(`Choose one of ${fhirReleases.join(', ')}.`);
  return release;
}
