import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { type Recording, recordingProblems } from './recording.ts';

declare global {
  var recordingOfTheRun: Recording | undefined;
}

/** Read once in a process, however often this module is loaded: it is large, and judging changes nothing in it. */
function readRecording(): Recording {
  globalThis.recordingOfTheRun ??= JSON.parse(
    readFileSync(process.env.MUTATION_RECORDING ?? '', 'utf8'),
  ) as Recording;
  return globalThis.recordingOfTheRun;
}

// One test: installations share what they answer, so that the coverage of one says nothing about another.
test('each recorded fault is caught at its place and nowhere else, and no recorded variant raises an alarm', () => {
  expect(recordingProblems(readRecording()).next().value).toBeUndefined();
});
