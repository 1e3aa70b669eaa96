import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { long } from '../../support/long.ts';
import { needs } from '../../support/needs.ts';
import { whileOpen } from '../../support/serving.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';
import { check } from './command.ts';
import { always, endless, ok } from './first-bytes.ts';
import { expectNoKey, expectNoTrace, expectValidRecord } from './hostile-run.ts';
import { answer, type RawServerOptions, startRawServer } from './raw-server.ts';

/** For the process and its children. */
const maximumMb = 900;

test.describe.configure({ mode: 'serial', timeout: 120_000 });
// The peak of a process is read from /proc.
needs('linux');

const million = 1_000_000;

/** Each is made by the test that needs it, before the server starts. */
const cases: Readonly<Record<string, () => RawServerOptions>> = {
  'a gzip bomb of gigabytes': () =>
    endless(`${ok}content-encoding: gzip\r\n\r\n`, gzipSync(Buffer.alloc(200 * million, ' '))),
  'a million nested brackets': () => always(answer(200, '['.repeat(million) + ']'.repeat(million))),
  'a FHIR Bundle of a million empty entries': () => always(bundleOf(million)),
  'an object of five million names': () => always(answer(200, namesOf(5 * million))),
};

/** Larger cases of the same kinds. */
const largest: typeof cases = {
  'five million names in objects of a million': () =>
    always(
      answer(200, `[${Array.from({ length: 5 }, (_, at) => namesOf(million, at * million)).join(',')}]`),
    ),
  'five million names in small objects': () =>
    always(answer(200, `[${Array.from({ length: 250_000 }, (_, at) => namesOf(20, at * 20)).join(',')}]`)),
  'an endless body': () => endless(`${ok}\r\n`, Buffer.alloc(64 * 1024, '1')),
  'a million list items': () =>
    always(answer(200, `[${Array.from({ length: million }, (_, id) => `{"id":${id}}`).join(',')}]`)),
  'a list of thirty million empty objects': () => always(answer(200, `[${'{},'.repeat(30 * million)}{}]`)),
  'a FHIR Bundle of thirty million empty entries': () => always(bundleOf(30 * million)),
};

/** An object with this number of distinct names. */
function namesOf(count: number, from = 0): string {
  return `{${Array.from({ length: count }, (_, at) => `"${(from + at).toString(36)}":1`).join(',')}}`;
}

function bundleOf(entries: number): Buffer {
  const listed = `${'{},'.repeat(entries)}{}`;
  return answer(200, `{"resourceType":"Bundle","type":"collection","id":"1","entry":[${listed}]}`);
}

for (const [name, makeServer] of [...Object.entries(cases), ...Object.entries(largest)]) {
  const details = name in largest ? long : {};
  test(`check stays under ${maximumMb} MB with ${name}`, details, async () => {
    const directory = emptyFolder();
    const { code, output, peakMb } = await whileOpen(startRawServer(makeServer()), ({ origin }) =>
      check(origin, directory),
    );
    test.info().annotations.push({ type: 'peak', description: `${Math.round(peakMb)} MB` });
    expect([1, 3, 4, 5], output).toContain(code);
    expect(peakMb).toBeGreaterThan(30);
    expect(peakMb).toBeLessThan(maximumMb);
    expectNoTrace(output);
    expectNoKey(output);
    const text = readFileSync(join(directory, 'run.json'), 'utf8');
    expectValidRecord(JSON.parse(text));
    expectNoKey(text);
  });
}
