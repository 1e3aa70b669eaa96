import { expect, test } from '@playwright/test';
import { renderJunit } from '../../../reports/ci/junit.ts';
import type { Deviations } from '../../../reports/notes.ts';
import { elementsNamed as named, readXml as read } from '../../support/read-xml.ts';
import {
  breakingDrift,
  forbidden,
  grouped,
  hostile,
  hostileDeviations,
  hostileRecord,
  mixed,
  record,
  users,
  verdict,
} from '../../support/records.ts';

test('each endpoint is a suite, each check a case, with the numbers of both', () => {
  const elements = read(renderJunit(mixed));
  expect(elements[0]?.attributes).toEqual({
    name: 'evidence-contract: staging',
    tests: '7',
    failures: '2',
    errors: '1',
    skipped: '3',
    time: '2.500',
  });
  expect(named(elements, 'testsuite').map(({ attributes }) => attributes)).toEqual([
    {
      name: 'GET /api/v3/users',
      tests: '5',
      failures: '1',
      errors: '0',
      skipped: '3',
      timestamp: '2026-01-02T03:04:05.000Z',
      time: '0.020',
    },
    {
      name: 'GET /api/v3/projects',
      tests: '2',
      failures: '1',
      errors: '1',
      skipped: '0',
      timestamp: '2026-01-02T03:04:05.000Z',
      time: '0.020',
    },
  ]);
  expect(named(elements, 'testcase').map(({ attributes }) => attributes.name)).toEqual(
    mixed.verdicts
      .toSorted((one, other) => Number(one.endpoint !== users) - Number(other.endpoint !== users))
      .map(({ check }) => check),
  );
});

test('a failure has its sentence and evidence; known, untestable and skipped verdicts have their reason', () => {
  const elements = read(renderJunit(mixed));
  const [failure] = named(elements, 'failure');
  expect(failure?.attributes).toEqual({
    message:
      'Finding 1 of 1, at both endpoints: A request without a key is let in. GET /api/v3/users without a key was answered with status 200 (application/json, 8 bytes); the document promises a 4xx answer to a request without a valid key.',
    type: 'open-door',
  });
  expect(
    failure?.text,
  ).toBe(`Finding 1 of 1: At both endpoints a request without a key was answered with status 200 (application/json, 8 bytes); the document promises a 4xx answer to a request without a valid key.
GET /api/v3/users without a key was answered with status 200 (application/json, 8 bytes); the document promises a 4xx answer to a request without a valid key.
AUTH-1: Every endpoint needs a valid API key.
AUTH-9: A request without a valid key gets a 4xx answer with the JSON error body.
body: {"id":1}
repeat: curl -sS -i 'http://here.example/e1'`);
  expect(named(elements, 'error').map(({ attributes }) => attributes.message)).toEqual([
    'The check itself broke: oh.',
  ]);
  expect(named(elements, 'skipped').map(({ attributes }) => attributes.message)).toEqual([
    'known failure: Ticket 7. GET /api/v3/users with a wrong key in the header was answered with status 200 (application/json, 8 bytes); the document promises a 4xx answer to a request without a valid key.',
    'untestable: No user came.',
    'skip: No revoked key is configured.',
  ]);
});

test('each failure stays a case of its own and names its finding', () => {
  const failures = named(read(renderJunit(grouped)), 'failure');
  expect(failures.map(({ attributes }) => [attributes.type, attributes.message?.slice(0, 70)])).toEqual([
    ['wrong-form', 'Finding 2 of 2: Refusals have another message than Unauthorized. GET /'],
    ['open-door', 'Finding 1 of 2, at 2 of 3 endpoints: A request without a key is let in'],
    ['open-door', 'Finding 1 of 2, at 2 of 3 endpoints: A request without a key is let in'],
    ['open-door', 'Finding 1 of 2, at 2 of 3 endpoints: A request without a key is let in'],
  ]);
  expect(failures[1]?.text.split('\n').slice(0, 2)).toEqual([
    'Finding 1 of 2: At 2 of 3 endpoints a request without a key was answered with status 200 (application/json); the document promises a 4xx answer to a request without a valid key.',
    'GET /api/v3/users without a key was answered with status 200 (application/json, 9 bytes); the document promises a 4xx answer to a request without a valid key.',
  ]);
});

test('a run in which nothing could be judged is not green', () => {
  const elements = read(
    renderJunit(
      record([verdict('auth.no-key-rejected', users, 'untestable', { message: 'Gone.' })], {
        state: 'unreachable',
        cause: 'Gone.',
      }),
    ),
  );
  expect(elements[0]?.attributes).toMatchObject({ tests: '2', failures: '1', skipped: '1' });
  expect(named(elements, 'testcase')[0]?.attributes).toMatchObject({
    name: 'staging was judged in full',
    classname: 'installation',
  });
});

test('a conforming run that got past gateway errors is green', () => {
  const flaky = record([verdict('auth.no-key-rejected', users, 'pass')], {
    state: 'conforming',
    cause:
      '1 answer to 9 requests had status 502, 503 or 504; the same requests were answered a moment later.',
  });
  expect(named(read(renderJunit(flaky)), 'failure')).toEqual([]);
});

test('outdated known failures and breaking drift fail; other drift does not', () => {
  const good = record([verdict('auth.no-key-rejected', users, 'pass')]);
  const failuresOf = (deviations: Deviations) => named(read(renderJunit(good, deviations)), 'failure');
  expect(failuresOf({ drift: [breakingDrift] })).toHaveLength(1);
  expect(failuresOf({ drift: [{ ...breakingDrift, breaking: false, effect: 'unclear' }] })).toHaveLength(0);
  const outdated = [{ entry: { check: 'a.b', endpoint: users, reason: 'x' }, sentence: 'Remove it.' }];
  expect(failuresOf({ outdated })[0]?.text).toBe('Remove it.');
});

test('with hostile text from an installation, the XML is well-formed and the text stays text', () => {
  const xml = renderJunit(hostileRecord, hostileDeviations);
  expect(xml).not.toMatch(forbidden);
  const elements = read(xml);
  expect(new Set(elements.map(({ name }) => name))).toEqual(
    new Set(['testsuites', 'testsuite', 'testcase', 'failure', 'skipped', 'error']),
  );
  const shown = hostile.replace(/[\p{Cc}\p{Cf}\p{Cs}\uFFFE]/gu, '�').replace(/[\s\u2028]+/gu, ' ');
  expect(named(elements, 'failure').map(({ attributes }) => attributes.message)).toContain(
    `Finding 1 of 1: A request without a key is let in. ${shown}`,
  );
});
