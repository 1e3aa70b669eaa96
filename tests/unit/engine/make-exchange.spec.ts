import { expect, test } from '@playwright/test';
import { type EndpointId, endpointOf } from '../../../contract/endpoints.ts';
import type { Answer } from '../../../contract/exchange.ts';
import { readAnswer } from '../../../engine/evidence/make-exchange.ts';
import { redactionOf } from '../../../engine/evidence/redaction.ts';
import { Secret } from '../../../engine/secret.ts';
import { createFhirValidator, type FhirValidator } from '../../../fhir/index.ts';

const key = 'Zx7Qk2Lm9Tp4Vb8Rn3Wd';
let fhir: FhirValidator;
test.beforeAll(() => {
  fhir = createFhirValidator();
});
test.afterAll(() => fhir.close());

/** Reads an answer of status 200 as the engine does. */
function read(
  body: Buffer | string,
  headers: Readonly<Record<string, string>> = {},
  endpoint: EndpointId = 'GET /api/v3/users',
): Promise<Answer> {
  const examination = {
    redaction: redactionOf([new Secret(key)]),
    fhir,
    reports: new Map(),
    keepBodies: false,
  };
  const answer = { status: 200, headers, body: Buffer.from(body) };
  return readAnswer(endpointOf(endpoint), { key: 'header' }, answer, examination);
}

const word = { name: 'Größe' };
const json = JSON.stringify(word);
const charsets: readonly (readonly [string, Buffer, string | undefined])[] = [
  ['no charset', Buffer.from(json), 'application/json'],
  ['no content type', Buffer.from(json), undefined],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${json}`), 'application/json; charset=utf-8'],
  ['ISO 8859-1', Buffer.from(json, 'latin1'), 'application/json; charset=ISO-8859-1'],
  ['a quoted charset', Buffer.from(json, 'latin1'), 'application/json; charset="windows-1252"; x=y'],
  ['UTF-16', Buffer.from(json, 'utf16le'), 'application/json; charset=utf-16le'],
  ['a charset that nobody knows', Buffer.from(json), 'application/json; charset=klingon'],
  ['a charset that is not the right one', Buffer.from(json), 'application/json; charset=us-utf-8'],
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

test('bytes that are no UTF-8 are told', async () => {
  const { json: reading } = await read(Buffer.from([0x22, 0xff, 0x22]));
  expect(reading).toEqual({ ok: false, reason: 'its bytes are not valid UTF-8' });
});

test('an answer holds no key, and nothing that moves a cursor', async () => {
  const answer = await read(`{"error":"\u009b2J ${key}","${key}":["${key.toLowerCase()}"]}`, {
    [`x-${key}`]: `${key} \u009b`,
  });
  const text = JSON.stringify({ ...answer, text: undefined });
  expect(text.toLowerCase()).not.toContain(key.slice(0, 8).toLowerCase());
  expect(answer.text?.toLowerCase()).not.toContain(key.toLowerCase());
  expect(`${answer.excerpt}${Object.values(answer.headers).join()}`).not.toMatch(/[^\P{C}\n\t]/u);
});

test('a secret that looks like a part of JSON leaves the JSON whole', async () => {
  const examination = {
    redaction: redactionOf([new Secret('12345678')]),
    fhir,
    reports: new Map(),
    keepBodies: false,
  };
  const answer = { status: 200, headers: {}, body: Buffer.from('{"id":12345678}') };
  const { json: reading } = await readAnswer(
    endpointOf('GET /api/v3/users'),
    { key: 'header' },
    answer,
    examination,
  );
  expect(reading).toEqual({ ok: true, value: { id: 12345678 } });
});

test('FHIR is judged as it came, and its report holds no key', async () => {
  const body = JSON.stringify({ resourceType: 'Bundle', type: key, total: 1 });
  const answer = await read(body, {}, 'GET /api/v3/projects/:id');
  expect(answer.fhir?.valid).toBe(false);
  expect(JSON.stringify(answer.fhir)).not.toContain(key);
});

test('a large body is not kept, a small one is', async () => {
  expect((await read('[1]')).text).toBe('[1]');
  const large = await read(JSON.stringify(Array.from({ length: 100_000 }, (_, id) => ({ id }))));
  expect(large.text).toBeUndefined();
  expect(large.bytes).toBeGreaterThan(1_000_000);
  expect(large.json.ok && Array.isArray(large.json.value) && large.json.value.length).toBe(200);
});
