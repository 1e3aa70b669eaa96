import { expect, test } from '@playwright/test';
import { type EndpointId, endpointOf } from '../../../contract/document/endpoints.ts';
import type { Answer } from '../../../contract/judging/exchange.ts';
import { defaults } from '../../../engine/configuration/installation.ts';
import { type BodyReader, makeBodyReader } from '../../../engine/evidence/body-reader.ts';
import { type ExchangeContext, readAnswer } from '../../../engine/evidence/make-exchange.ts';
import { redactionOf } from '../../../engine/evidence/redaction.ts';
import { Secret } from '../../../engine/secret.ts';

const key = 'Zx7Qk2Lm9Tp4Vb8Rn3Wd';
let bodies: BodyReader;
test.beforeAll(() => {
  bodies = makeBodyReader();
});
test.afterAll(() => bodies.close());

function contextWith(secret: string): ExchangeContext {
  return {
    redaction: redactionOf([new Secret(secret)]),
    bodies,
    limits: defaults,
    readings: new Map(),
    keepBodiesUpToBytes: 0,
  };
}

/** Reads an answer of status 200 as the engine does. */
function read(
  body: Buffer | string,
  headers: Readonly<Record<string, string>> = {},
  endpoint: EndpointId = 'GET /api/v3/users',
): Promise<Answer> {
  const bytes = Buffer.from(body);
  const answer = { status: 200, headers, body: bytes, bytes: bytes.length };
  return readAnswer(endpointOf(endpoint), { key: 'header' }, answer, contextWith(key));
}

const word = { name: 'Größe' };
const json = JSON.stringify(word);
const charsets: readonly (readonly [string, Buffer, string | undefined])[] = [
  ['no charset', Buffer.from(json), 'application/json'],
  ['no content type', Buffer.from(json), undefined],
  ['ISO 8859-1', Buffer.from(json, 'latin1'), 'application/json; charset=ISO-8859-1'],
  ['a quoted charset', Buffer.from(json, 'latin1'), 'application/json; charset="windows-1252"; x=y'],
  ['UTF-16', Buffer.from(json, 'utf16le'), 'application/json; charset=utf-16le'],
  ['an unknown charset', Buffer.from(json), 'application/json; charset=klingon'],
  ['an unknown charset that ends like a known one', Buffer.from(json), 'application/json; charset=us-utf-8'],
];
for (const [name, body, contentType] of charsets) {
  test(`a body is read with ${name}`, async () => {
    const { json: reading } = await read(
      body,
      contentType === undefined ? {} : { 'content-type': contentType },
    );
    expect(reading).toEqual({ ok: true, value: word });
  });
}

test('a byte order mark is recorded, and the text after it is read', async () => {
  const { json: reading } = await read(`\ufeff${json}`);
  expect(reading).toEqual({ ok: true, value: word, hasMark: true });
  const wide = { 'content-type': 'application/json; charset=utf-16le' };
  expect((await read(Buffer.from(`\ufeff${json}`, 'utf16le'), wide)).json).toEqual(reading);
  const { json: other } = await read(`\ufeffno JSON`);
  expect(other).toEqual({ ok: false, reason: 'it begins with "no JSON"' });
});

test('invalid UTF-8 is reported', async () => {
  const { json: reading } = await read(Buffer.from([0x22, 0xff, 0x22]));
  expect(reading).toEqual({ ok: false, reason: 'its bytes are not valid UTF-8' });
});

test('an answer contains no key, and its excerpt and headers contain no control characters', async () => {
  const answer = await read(`{"error":"\u009b2J ${key}","${key}":["${key.toLowerCase()}"]}`, {
    [`x-${key}`]: `${key} \u009b`,
  });
  const text = JSON.stringify({ ...answer, text: undefined });
  expect(text.toLowerCase()).not.toContain(key.slice(0, 8).toLowerCase());
  expect(`${answer.excerpt}${Object.values(answer.headers).join()}`).not.toMatch(/[^\P{C}\n\t]/u);
});

test('a secret that equals a number in the JSON does not damage the JSON', async () => {
  const answer = { status: 200, headers: {}, body: Buffer.from('{"id":12345678}'), bytes: 15 };
  const { json: reading } = await readAnswer(
    endpointOf('GET /api/v3/users'),
    { key: 'header' },
    answer,
    contextWith('12345678'),
  );
  expect(reading).toEqual({ ok: true, value: { id: 12345678 } });
});

test('the FHIR report of an invalid body contains no key', async () => {
  const body = JSON.stringify({ resourceType: 'Bundle', type: key, total: 1 });
  const answer = await read(body, {}, 'GET /api/v3/projects/:id');
  expect(answer.fhir?.valid).toBe(false);
  expect(JSON.stringify(answer.fhir)).not.toContain(key);
});

test('a body is kept whole only if evidence is kept; otherwise its outline and a digest are kept', async () => {
  const large = await read(JSON.stringify(Array.from({ length: 5_500 }, (_, id) => ({ id }))));
  expect(large.text).toBeUndefined();
  expect(large.json.ok && Array.isArray(large.json.value) && large.json.value.length).toBe(200);
  expect((await read('[1]')).digest).toBe((await read('[1]')).digest);
  expect((await read('[1]')).digest).not.toBe((await read('[2]')).digest);
  const body = Buffer.from('[1]');
  const answer = { status: 200, headers: {}, body, bytes: body.length };
  const context = { ...contextWith(key), keepBodiesUpToBytes: Number.POSITIVE_INFINITY };
  const endpoint = endpointOf('GET /api/v3/users');
  expect((await readAnswer(endpoint, { key: 'header' }, answer, context)).text).toBe('[1]');
});
