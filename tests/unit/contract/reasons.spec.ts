import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { askedPhrase, commonFacts, type Facts } from '../../../contract/facts.ts';
import {
  causeKey,
  failureCodes,
  failureRow,
  failureSentence,
  openCodes,
  openMeaning,
} from '../../../contract/reasons.ts';
import { severityIds } from '../../../contract/severity.ts';
import schema from '../../../schemas/run.schema.json' with { type: 'json' };

/** All facts that an answer can have. */
const answered: Required<Omit<Facts, 'failure' | 'failed' | 'asked'>> = {
  key: 'wrong-header',
  id: 'second',
  body: 'refusable',
  accept: 'anything',
  page: 'next',
  path: '/api/v4/citations',
  status: 502,
  said: 'Whatever it was, it failed. So the service says.',
  mediaType: 'text/html; where=here',
  location: '/login',
  bytes: 1200,
  form: 'no error',
  received: 'an error body without `error`',
  expected: 'one citation',
  way: 'query',
  issues: [{ level: 'structure', path: 'Bundle.x', message: 'is no property', count: 3 }],
  release: 'judged by 5.0.0',
  recordId: '4711',
  others: ['GET /api/v3/citations/:id', 'GET /api/v3/extractions/:id'],
  setting: 'CITATION_ID',
  check: 'success.record-kind',
  why: 'list-empty',
  detail: 'the document leaves it open',
};
const { status: _, said: _said, mediaType: _type, bytes: _bytes, ...unanswered } = answered;

const samples: readonly (readonly [name: string, facts: Facts])[] = [
  ['without facts', {}],
  ['with all facts of an answer', answered],
  ['without an answer', { ...unanswered, failure: 'no complete answer came within 15 s' }],
];
const subjects = ['GET /api/v3/citations/:id', 'At 9 of 14 endpoints a request'] as const;

/** Replaces texts of an installation, which are quoted or in parentheses: they are not our words. */
function ownWords(sentence: string): string {
  return sentence.replaceAll(/"[^"]*"|`[^`]*`|\([^()]*\)/g, 'Q');
}

function countWords(text: string): number {
  return ownWords(text)
    .split(/\s+/)
    .filter((word) => /\w/.test(word)).length;
}

const mostWords = { headline: 12, sentence: 30 } as const;
const unwanted = /\b(?:whatever|whoever|whichever|fix(?:s|ed|ing)?|beside|most severe)\b| where /i;
const holes = /undefined|null|NaN|\[object| {2}| [;:,.]|[;:,.]{2}/;

for (const code of failureCodes) {
  test.describe(`the failure ${code}`, () => {
    const row = failureRow(code);

    test('has a severity and a short headline', () => {
      expect(severityIds).toContain(row?.severity);
      const headline = row?.headline ?? '';
      expect(headline).toMatch(/^[A-Z].*[^.!?:;,\s]$/);
      expect(countWords(headline)).toBeLessThanOrEqual(mostWords.headline);
      expect(headline).not.toMatch(unwanted);
    });

    for (const [name, facts] of samples) {
      test(`is one sentence ${name}: the request, the answer, and what the document promises`, () => {
        for (const subject of subjects) {
          const sentence = failureSentence(subject, code, facts);
          const own = ownWords(sentence);
          expect(sentence.startsWith(`${subject}${askedPhrase(facts)} `), sentence).toBe(true);
          expect(sentence.split('; the document promises '), sentence).toHaveLength(2);
          expect(own).toMatch(/[^\s.:;,]\.$/);
          expect(own).not.toMatch(/[.!?] /);
          expect(own).not.toMatch(unwanted);
          expect(own).not.toMatch(holes);
        }
      });

      test(`has a short sentence ${name}`, () => {
        const sentence = failureSentence('GET /api/v3/users', code, facts);
        // The table does not contain how the request was sent.
        const words = countWords(sentence.replace(askedPhrase(facts), ''));
        expect(words, sentence).toBeLessThanOrEqual(mostWords.sentence);
      });
    }

    test('has advice for each reader', () => {
      const advice = row?.advice;
      for (const reader of ['developer', 'operator', 'administrator'] as const) {
        const text = advice?.[reader] ?? '';
        expect(text, reader).toMatch(/^[A-Z].*[^\s.:;,]\.$/);
        expect(text, reader).not.toMatch(unwanted);
      }
    });

    test('is explained only by codes that exist, and not in a cycle', () => {
      const explainedBy = row?.explainedBy ?? [];
      expect(explainedBy.filter((other) => failureRow(other) === undefined)).toEqual([]);
      expect(circlesFrom(code)).toEqual([]);
    });

    // A failure joins the finding of the first code that explains it, which no later code of the list may explain.
    test('lists an explaining code after the codes that explain that one', () => {
      const explainedBy = row?.explainedBy ?? [];
      for (const [index, other] of explainedBy.entries())
        expect(explainedBy.slice(0, index), other).toEqual(
          expect.arrayContaining([...(failureRow(other)?.explainedBy ?? [])]),
        );
    });
  });
}

/** Cycles: paths along the explaining codes from a code back to itself. */
function circlesFrom(start: string, way: readonly string[] = [start]): readonly string[] {
  return (failureRow(way.at(-1) ?? '')?.explainedBy ?? []).flatMap((code) => {
    if (code === start) return [[...way, code].join(' -> ')];
    return way.includes(code) ? [] : circlesFrom(start, [...way, code]);
  });
}

for (const code of openCodes) {
  test(`${code} is not a failure and has a meaning`, () => {
    expect(failureRow(code)).toBeUndefined();
    expect(openMeaning(code)).toMatch(/^[A-Z].*[^\s.:;,]\.$/);
    expect(openMeaning(code)).not.toMatch(unwanted);
  });
}

test('the schema of the run record lists the same codes and facts', () => {
  const { code, facts } = schema.$defs.reason.properties;
  expect(code.enum.toSorted()).toEqual([...failureCodes, ...openCodes].toSorted());
  const names = ['failure', 'failed', 'asked', ...Object.keys(answered)];
  expect(Object.keys(facts.properties).toSorted()).toEqual(names.toSorted());
});

test('docs/reasons.md has a heading for each failure code and a table row for each other code', () => {
  const page = readFileSync(new URL('../../../docs/reasons.md', import.meta.url), 'utf8');
  const codesBy = (pattern: RegExp): readonly (string | undefined)[] =>
    [...page.matchAll(pattern)].map(([, code]) => code).toSorted();
  expect(codesBy(/^### `(.+)`$/gm)).toEqual(failureCodes.toSorted());
  expect(codesBy(/^\| `(.+?)` \|/gm)).toEqual(openCodes.toSorted());
});

test('codes are unique and in kebab case', () => {
  const codes: readonly string[] = [...failureCodes, ...openCodes];
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(code).toMatch(/^[a-z]+(?:-[a-z0-9]+)*$/);
});

for (const code of ['from-the-future', 'toString', '__proto__', '']) {
  test(`the unknown code ${JSON.stringify(code)} has no row`, () => {
    expect(failureRow(code)).toBeUndefined();
  });
}

const causes: readonly (readonly [code: (typeof failureCodes)[number], facts: Facts, key: string])[] = [
  ['server-error', answered, '["server-error"]'],
  ['missing', {}, '["missing"]'],
  ['undocumented-status', { status: 302, said: 'Found' }, '["undocumented-status",302]'],
  ['accepts-wrong-key', { key: 'wrong-header' }, '["accepts-wrong-key","wrong"]'],
  ['error-shape', { form: 'error null', received: 'null' }, '["error-shape","error null"]'],
  ['wrong-fhir-type', { form: 'resource Group' }, '["wrong-fhir-type","resource Group"]'],
  ['fhir-invalid', answered, '["fhir-invalid","structure","x"]'],
  ['error-not-json', { received: 'it is empty' }, '["error-not-json"]'],
];

for (const [code, facts, key] of causes) {
  test(`the cause key of ${code} with ${Object.keys(facts).length} facts is ${key}`, () => {
    expect(causeKey(code, facts)).toBe(key);
  });
}

const shared: readonly (readonly [name: string, all: readonly Facts[], common: Facts])[] = [
  [
    'a fact that one failure lacks is left out',
    [{ status: 200, way: 'query' }, { status: 200 }],
    { status: 200 },
  ],
  ['the keys of two users are a valid key', [{ key: 'second-query' }, { key: 'header' }], { key: 'valid' }],
  [
    'valid keys in the query are a valid key in the query',
    [{ key: 'second-query' }, { key: 'query' }],
    { key: 'valid-query' },
  ],
  [
    'valid keys in the query and the header are a valid key',
    [{ key: 'valid-query' }, { key: 'header' }],
    { key: 'valid' },
  ],
  [
    'wrong keys in the header are an invalid key in the header',
    [{ key: 'cut-header' }, { key: 'wrong-header' }],
    { key: 'invalid-header' },
  ],
  [
    'no key and a wrong key are an invalid key',
    [{ key: 'none' }, { key: 'wrong-query' }],
    { key: 'invalid' },
  ],
  [
    "another user's key in the header and the query stays another user's key",
    [{ key: 'second-header' }, { key: 'second-query' }],
    { key: 'second' },
  ],
  [
    'different invalid bodies are an invalid body',
    [{ body: 'not-json' }, { body: 'other-type' }],
    { body: 'invalid' },
  ],
  [
    'different unusual Accept headers are another Accept header',
    [{ accept: 'missing' }, { accept: 'anything' }],
    { accept: 'other' },
  ],
  ['an unusual Accept header and the usual one share nothing', [{ accept: 'missing' }, {}], {}],
  ['a valid body and an invalid one share nothing', [{}, { body: 'other-type' }], {}],
  ['a valid key and a wrong one share nothing', [{ key: 'header' }, { key: 'wrong-header' }], {}],
];

for (const [name, all, common] of shared) {
  test(`common facts of failures: ${name}`, () => {
    expect(commonFacts(all)).toEqual(common);
  });
}

test.describe('no source parses its own sentences', () => {
  const root = new URL('../../../', import.meta.url);
  const folders = ['contract', 'engine', 'reports', 'monitor', 'cli', 'playwright', 'library'];

  /** Sources that read messages of others. */
  const legitimate: Readonly<Record<string, string>> = {
    'contract/judging/answers.ts': 'the `error` of an answer, which the document prescribes',
    'contract/checks/every-answer.ts': 'the `error` of an answer, which the document prescribes',
    'engine/http/failures.ts': 'errors of Node.js, which have nothing else to tell them apart',
  };

  const text = String.raw`\b(?:message|sentence|headline)`;
  /** Calls that change a text before it is read, such as `.trim()`, and brackets around it. */
  const changes = String.raw`(?:\)?[?!]?\.\w+\([^()]*\))*`;
  const inBrackets = String.raw`(?:[^()]|\([^()]*\))*`;
  const readings: readonly RegExp[] = [
    new RegExp(
      String.raw`${text}${changes}\)?[?!]?\.(?:includes|startsWith|endsWith|match|matchAll|search|indexOf|lastIndexOf)\(`,
    ),
    new RegExp(String.raw`\.(?:test|exec)\(${inBrackets}\(?${inBrackets}${text}\b`),
    new RegExp(String.raw`(?<!typeof [\w.]*)${text} [!=]==? ['"\`/](?!['"\`])`),
    new RegExp(String.raw`\bcase .*${text}\.`),
  ];

  /** Lines of a source that branch on a message or a sentence; a chained call belongs to the line before. */
  function readingsIn(source: string): readonly string[] {
    return source
      .replaceAll(/\n\s*(?=[?!]?\.)/g, '')
      .split('\n')
      .filter((line) => readings.some((reading) => reading.test(line)))
      .map((line) => line.trim());
  }

  const lines: readonly (readonly [line: string, isReading: boolean])[] = [
    ["verdicts.filter(({ message }) => message.includes('was not sent'))", true],
    ['finding.sentence?.startsWith(clause)', true],
    ['return earlyEnd.test(verdict.message);', true],
    ['const found = /status (\\d+)/.exec(one.sentence);', true],
    ["if (verdict.message === 'The request was not sent.') return;", true],
    ['verdict.message\n  .slice(1)\n  .endsWith(clause)', true],
    ['return pattern.test(String(verdict.message));', true],
    ['return pattern.test(path) ? message : undefined;', false],
    ['verdict.message\n    .endsWith(clause)', true],
    ["typeof cause.message !== 'string'", false],
    ['sentence === message ? [] : [sentence]', false],
    ["!['pass', 'fail'].includes(verdict.outcome), verdict.message", false],
  ];
  for (const [line, isReading] of lines) {
    test(`${JSON.stringify(line)} ${isReading ? 'is detected' : 'is allowed'}`, () => {
      expect(readingsIn(line)).toHaveLength(isReading ? 1 : 0);
    });
  }

  const sources = folders.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/(?:^|\/)(?:out|node_modules)\//.test(file))
      .map((file) => `${folder}/${file}`),
  );
  const found = new Map(sources.map((file) => [file, readingsIn(readFileSync(new URL(file, root), 'utf8'))]));

  test('no source branches on the wording of a verdict or a finding', () => {
    expect(sources.length).toBeGreaterThan(300);
    const wrong = [...found].filter(([file, own]) => own.length > 0 && !Object.hasOwn(legitimate, file));
    expect(Object.fromEntries(wrong)).toEqual({});
  });

  for (const [file, reason] of Object.entries(legitimate)) {
    test(`${file} reads ${reason}`, () => {
      expect(found.get(file)).not.toEqual([]);
    });
  }
});
