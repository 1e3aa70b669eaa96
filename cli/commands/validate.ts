import { fstatSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { FileTooLarge, largestFileBytes, readWhole, whyUnreadable } from '../../engine/files.ts';
import {
  createFhirValidator,
  type FhirIssue,
  type FhirRelease,
  type FhirReport,
  type FhirValidator,
  fhirReleases,
} from '../../fhir/index.ts';
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
      const validator = createFhirValidator();
      try {
        process.exitCode = await validateFiles(files, options.fhir, validator);
      } finally {
        await validator.close();
      }
    });
}

async function validateFiles(
  files: readonly string[],
  release: FhirRelease | undefined,
  validator: FhirValidator,
): Promise<number> {
  let exitCode = 0;
  for (const file of files) {
    const body = await readBody(file);
    if (typeof body === 'string') {
      process.stderr.write(printable(`${body}\n`));
      exitCode = 2;
      continue;
    }
    const report = await validator.validate(body, release ? { release } : {});
    process.stdout.write(`${escapeUnsafe(JSON.stringify(lineOf(file, report)))}\n`);
    if (!report.valid) exitCode = Math.max(exitCode, 1);
  }
  return exitCode;
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
