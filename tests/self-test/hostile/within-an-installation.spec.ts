import { expect, test } from '@playwright/test';
import { json } from '../../../reference-server/answer.ts';
import { answering, outcomeOf, runWith } from './reference-run.ts';

test('messages with markup, control characters, terminal escapes and bidirectional marks are sanitized', async () => {
  const nasty =
    '<script>alert(1)</script>\u001b[2J\u001b]0;owned\u0007\u009b31m\u202eevil\u2066\u0000|`*[x](http://evil.example)\r\n# h';
  const { record, text } = await runWith({
    transformAnswer: (answer, { path }) => {
      if (path.endsWith('key_questions')) return json(500, { error: nasty, [nasty]: nasty });
      if (path.endsWith('sd_meta_data'))
        return { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(nasty) };
      if (path.endsWith('citations')) return json(200, [{ id: 1, [nasty]: nasty }]);
      return answer;
    },
  });
  expect(record.state).toBe('violating');
  expect(text).toContain('script');
});

test('observations and messages stay short even if an installation uses very long names', async () => {
  const wide = Object.fromEntries(
    Array.from({ length: 2000 }, (_, index) => [`${'x'.repeat(900)}${index}`, index]),
  );
  const { record } = await runWith({
    transformAnswer: (answer, { path }) => {
      if (path.endsWith('key_questions')) return json(500, { error: 'x'.repeat(500_000) });
      return path.endsWith('citations') ? json(200, [{ id: 1, ...wide }]) : answer;
    },
  });
  expect(record.observations.filter(({ answer }) => answer.length > 2000)).toEqual([]);
  expect(record.verdicts.filter(({ message }) => message.length > 2000)).toEqual([]);
});

test('a slow pace does not keep a run beyond its deadline', async () => {
  const { record } = await runWith(answering('GET /api/v3/users', '"nobody"'), {
    pace: { perSecond: 5, concurrency: 4 },
    deadlineMs: 1500,
  });
  expect(record.cutShort).toBe(true);
  expect(record.durationMs).toBeLessThan(3000);
});

test('a list of a million items passes success.list-kind and pollutes no prototype', async () => {
  const items = `[${Array.from({ length: 1_000_000 }, (_, id) => `{"id":${id + 1},"__proto__":{"polluted":1}}`).join(',')}]`;
  const result = await runWith(
    {
      transformAnswer: (answer, { path }) => {
        if (path.endsWith('/users')) return json(200, []);
        return path.endsWith('/key_questions') && answer.status === 200
          ? { ...answer, body: Buffer.from(items) }
          : answer;
      },
    },
    { maximumBodyBytes: 100_000_000, timeoutMs: 20_000, deadlineMs: 60_000 },
  );
  expect(outcomeOf(result, 'success.list-kind', 'GET /api/v3/key_questions')).toBe('pass');
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('names and texts of any length at every endpoint leave a record of a bounded size', async () => {
  const names = Array.from({ length: 300 }, (_, at) => [
    `${at}-${'name'.repeat(2_000)}`,
    'text'.repeat(2_000),
  ]);
  const long = JSON.stringify({ error: 'error'.repeat(50_000), ...Object.fromEntries(names) });
  let asked = 0;
  await runWith({
    transformAnswer(answer) {
      if (answer.status !== 200) return answer;
      asked += 1;
      const headers = {
        'content-type': `application/json; x=${'t'.repeat(20_000)}`,
        'x-long': 'h'.repeat(20_000),
      };
      return { status: asked % 3 === 0 ? 500 : 200, headers, body: Buffer.from(long) };
    },
  });
  expect(asked).toBeGreaterThan(20);
});

test('a FHIR resource nested beyond the limit is untestable, and the record names MAX_JSON_DEPTH', async () => {
  const deep = `${'{"resourceType":"Bundle","type":"collection","entry":[{"resource":'.repeat(20_000)}1${'}]}'.repeat(20_000)}`;
  const result = await runWith(answering('GET /api/v3/projects/:id', deep), { timeoutMs: 20_000 });
  // A status alone does not show that the endpoint works.
  expect(result.record.state).toBe('incomplete');
  expect(outcomeOf(result, 'availability.endpoint-answers', 'GET /api/v3/projects/:id')).toBe('untestable');
  expect(outcomeOf(result, 'success.json-body', 'GET /api/v3/projects/:id')).toBe('untestable');
  expect(outcomeOf(result, 'fhir.valid', 'GET /api/v3/projects/:id')).toBe('untestable');
  expect(result.text).toContain('nested deeper than 1,000 levels; raise MAX_JSON_DEPTH to read it');
});
