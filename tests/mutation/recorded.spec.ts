import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { type Recording, recordingProblems } from './recording.ts';

/** Read once in a process: it is large, and judging changes nothing in it. */
let recording: Recording | undefined;

function recordingOfTheRun(): Recording {
  recording ??= JSON.parse(readFileSync(process.env.MUTATION_RECORDING ?? '', 'utf8')) as Recording;
  return recording;
}

// One test: installations share what they answer, so that the coverage of one says nothing about another.
test('each recorded fault is caught at its place and nowhere else, and no recorded variant raises an alarm', () => {
  expect(recordingProblems(recordingOfTheRun()).next().value).toBeUndefined();
});
