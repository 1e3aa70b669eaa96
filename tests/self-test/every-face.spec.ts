import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { catalogue } from '../../contract/checks/catalogue.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { type Fault, faults } from '../../reference-server/faults/index.ts';
import { startReference } from '../../reference-server/index.ts';
import { environmentFor } from '../support/installation.ts';
import { long } from '../support/long.ts';
import { runCommand, runPlaywright } from '../support/run-command.ts';
import { whileOpen } from '../support/serving.ts';
import { emptyFolder } from '../support/temporary-folder.ts';
import { expect, test } from './support/self-test.ts';

/** A fault of each kind that a green result would hide; every face, report and exit code must show it. */
const kinds: Readonly<Record<string, string>> = {
  'an import that accepts a wrong key, with imports not allowed': 'import-wrong-header-key-reaches-bundle',
  'an import that accepts a valid Bundle with any key in the query':
    'import-of-good-bundle-with-any-query-key',
  'listed records that are forbidden': 'projects-listed-but-forbidden',
  'a pinned id that is refused': 'pinned-project-not-taken-for-an-id',
  'a documented request that gets 405': 'key-questions-405-behind-key',
  'an import answer without the created ids': 'import-answers-amount',
  'an import answer with ids that cannot be read': 'import-names-what-nobody-finds',
  'a welcome message in place of a list': 'projects-welcome',
  'a throttled answer without the JSON error': 'throttles-without-error',
  'a further endpoint in version 4': 'v4-has-citations',
  'a second record that is null': 'second-citation-null',
  'an endpoint that needs no key one time in three': 'projects-open-one-time-in-three',
  'an accepted key with extra characters at its end': 'longer-key-accepted',
};

test.describe('a fault that a green result would hide is shown by every face and report', () => {
  // Each starts a command and a Playwright of its own.
  test.slow();

  for (const [kind, name] of Object.entries(kinds)) {
    test(kind, long, async () => {
      const fault = faults.find((one) => one.name === name);
      if (fault === undefined) throw new Error(`There is no fault ${name}.`);
      const reports = emptyFolder();
      const words = [
        'check',
        '--no-progress',
        '--report',
        'markdown,html,junit,sarif',
        '--report-dir',
        reports,
      ];
      const { code, stdout } = await withFault(fault, (environment) => runCommand(words, { environment }));
      expect(code).toBe(1);
      const record = JSON.parse(readFileSync(join(reports, 'run.json'), 'utf8')) as RunRecord;
      expect(record.state).toBe('violating');
      const sentence = findingOf(fault, record);
      const files = ['report.md', 'report.html', 'junit.xml', 'findings.sarif'];
      const shown = {
        console: stdout,
        ...Object.fromEntries(files.map((file) => [file, textOf(join(reports, file))])),
      };
      for (const [where, text] of Object.entries(shown))
        expect(letters(text), where).toContain(letters(sentence));

      const face = await withFault(fault, (environment) =>
        runPlaywright(['--grep', titleOf(fault)], {
          environment: { ...environment, REPORTS_DIR: emptyFolder() },
        }),
      );
      expect(face.code, face.stdout).toBe(1);
      expect(letters(face.stdout)).toContain(letters(sentence));
    });
  }
});

/** Starts the reference with a fault, and hands over how it is configured. */
async function withFault<T>(
  { transform, at, settings = {} }: Fault,
  work: (environment: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  return whileOpen(startReference({ rateLimit: 'off', transforms: [transform(at)] }), async (reference) => {
    return await work({
      ...environmentFor(reference.baseUrl, reference.keys),
      ALLOW_IMPORT: 'true',
      ...settings,
    });
  });
}

/** The sentence of the finding that the check of a fault is in. */
function findingOf({ caughtBy }: Fault, { findings = [] }: RunRecord): string {
  const found = findings.find(({ checks }) => checks.includes(caughtBy));
  expect(found?.message).toBeTruthy();
  return found?.message ?? '';
}

/** A pattern for the Playwright test of the check, by endpoint and topic. */
function titleOf({ caughtBy, at }: Fault): string {
  const topic = catalogue.find(({ id }) => id === caughtBy)?.topic ?? '';
  return `${at.replaceAll(/[/:]/g, '.')}\\b.*@${topic}`;
}

function textOf(file: string): string {
  return readFileSync(file, 'utf8');
}

/** Letters and digits only: each report breaks lines and escapes characters in its own way. */
function letters(text: string): string {
  return (
    stripVTControlCharacters(text)
      .replaceAll(/&#?\w+;|\\u[\da-f]{4}/gi, '')
      .replaceAll(/[^\p{L}\p{N}]+/gu, '')
      // Which of several requests meets an intermittent fault depends on their order.
      .replaceAll(/withouttheheaderAccept|withAccept(?=was)|withoutAcceptapplicationjson/g, '')
  );
}
