import { type Command, InvalidArgumentError, Option } from 'commander';
import { didYouMean } from '../../engine/configuration/did-you-mean.ts';
import { type FhirRelease, fhirReleases } from '../../fhir/index.ts';
import { formatNames } from '../validate/output.ts';
import type { ValidateOptions } from '../validate/run-validate.ts';

/** The usual short names of the releases. */
const shortNames: Readonly<Record<FhirRelease, string>> = { '4.0.1': 'R4', '4.3.0': 'R4B', '5.0.0': 'R5' };
const releaseNames = fhirReleases.map((release) => `${release} (${shortNames[release]})`).join(', ');

/** Adds `validate`: validates FHIR files, offline. */
export function registerValidate(program: Command): void {
  program
    .command('validate')
    .description("Validate FHIR files against HL7's definitions, offline.")
    .argument('<file...>', 'files and folders to validate, or - for standard input')
    .option('--fhir <release>', `validate against this release alone: ${releaseNames}`, parseRelease)
    .addOption(
      new Option(
        '--format <format>',
        'how to print (default: text on a terminal, otherwise json: one line per resource)',
      ).choices(formatNames),
    )
    .option('--ndjson', 'every input holds one resource per line, not only those named .ndjson')
    .option('--watch', 'validate again what changes, until interrupted')
    .addHelpText('after', help)
    .action(async (names: string[], options: ValidateOptions) => {
      const { runValidate } = await import('../validate/run-validate.ts');
      process.exitCode = await runValidate(names, options);
    });
}

const help = `
Of a folder, and of those in it, the files that end with .json, .ndjson, .json.gz and .ndjson.gz are validated; hidden
ones and node_modules are left out. Files may be packed by gzip, and standard input too.

Exit codes:
  0  all are valid
  1  at least one is not valid
  2  a file cannot be read (the others are still validated), or the command line is wrong
With --watch, the code for what was there last.`;

function parseRelease(text: string): FhirRelease {
  const release = fhirReleases.find((known) => [known, shortNames[known]].includes(text.toUpperCase()));
  if (!release)
    throw new InvalidArgumentError(`Choose one of ${releaseNames}.${didYouMean(text, fhirReleases)}`);
  return release;
}
