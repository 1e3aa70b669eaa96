import { validateSettings } from '../../application/settings.ts';
import { readEnvironment } from '../../engine/configuration/environment.ts';
import { ConfigurationError, type Problem } from '../../engine/configuration/problems.ts';
import { draftOf, readSettings } from '../../engine/configuration/setting.ts';
import { makeBodyReader } from '../../engine/evidence/body-reader.ts';
import { UsageError } from '../../engine/user-error.ts';
import type { FhirRelease } from '../../fhir/index.ts';
import { type Terminal, terminalOf } from '../terminal.ts';
import { inputsOf, standardInput } from './inputs.ts';
import { type Judge, judgeFile } from './judge-file.ts';
import { type FormatName, type Formatter, print, say, streamingFormats } from './output.ts';
import { emptyTally, exitCodeOf, type Result, sumOf, tallyOf } from './result.ts';

/** Loads the code of one format only: the others would slow the start. */
async function makeFormatter(name: FormatName, terminal: Terminal): Promise<Formatter> {
  switch (name) {
    case 'text':
      return (await import('./text-format.ts')).textFormat(terminal);
    case 'json':
      return (await import('./formats.ts')).jsonFormat();
    case 'sarif':
      return (await import('./formats.ts')).sarifFormat(process.cwd());
    case 'junit':
      return (await import('./formats.ts')).junitFormat();
    case 'operation-outcome':
      return (await import('./formats.ts')).outcomeFormat();
  }
}

/** The options of `validate`, as the command line gives them. */
export interface ValidateOptions {
  readonly fhir?: FhirRelease;
  readonly format?: FormatName;
  readonly ndjson?: true;
  readonly watch?: true;
}

/**
 * Validates files and folders, and prints the results.
 * @returns the exit code: 0 all valid, 1 any invalid, 2 something cannot be read; with `watch` that of the last state
 * @throws UsageError, ConfigurationError
 */
export async function runValidate(names: readonly string[], options: ValidateOptions): Promise<number> {
  const { format = process.stdout.isTTY ? 'text' : 'json' } = options;
  if (options.watch === true) requireWatchable(names, format);
  const { maximumBodyBytes, readerMemoryMb } = readOwnSettings();
  const formatter = await makeFormatter(format, terminalOf(process.stdout, process.env));
  const bodies = makeBodyReader({ heapMb: readerMemoryMb });
  const judge = {
    bodies,
    release: options.fhir,
    reading: { isNdjson: options.ndjson === true, maximumBytes: maximumBodyBytes },
  };
  try {
    if (options.watch !== true) return await validateOnce(names, judge, formatter);
    const { watchAndValidate } = await import('./watch-and-validate.ts');
    return await watchAndValidate([...new Set(names)], judge, formatter);
  } finally {
    await bodies.close();
  }
}

function requireWatchable(names: readonly string[], format: FormatName): void {
  if (names.includes(standardInput))
    throw new UsageError('Standard input cannot be watched. Name files or folders, or leave out --watch.');
  if (!streamingFormats.includes(format))
    throw new UsageError(
      `${format} is one document, which --watch would never finish. Choose --format ${streamingFormats.join(' or ')}.`,
    );
}

/** The command reads no other settings, so mistakes in others do not concern it. */
function readOwnSettings(): { readonly maximumBodyBytes: number; readonly readerMemoryMb: number } {
  const problems: Problem[] = [];
  const directory = process.cwd();
  const draft = draftOf(Object.values(validateSettings), readEnvironment(process.env, directory));
  const values = readSettings(validateSettings, { draft, directory, problems });
  if (problems.length > 0) throw new ConfigurationError(problems);
  return values;
}

/** Keeps nothing of a judged file except what the format collects. */
async function validateOnce(names: readonly string[], judge: Judge, formatter: Formatter): Promise<number> {
  let tally = emptyTally;
  const add = async (result: Result): Promise<void> => {
    tally = sumOf(tally, tallyOf(result));
    if (result.kind === 'not-read') say(result.sentence);
    await print(formatter.add(result));
  };
  for (const input of inputsOf(names)) {
    if (input.kind === 'note') say(input.sentence);
    else if (input.kind === 'not-read') await add(input);
    else for await (const result of judgeFile(input, judge)) await add(result);
  }
  await print(formatter.end(tally));
  return exitCodeOf(tally);
}
