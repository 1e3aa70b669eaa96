import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { test } from '@playwright/test';
import fc from 'fast-check';
import { defaults } from '../../../engine/configuration/installation.ts';
import { readAnswerBody } from '../../../engine/evidence/read-answer-body.ts';
import { redactionOf } from '../../../engine/evidence/redaction.ts';
import { readBody } from '../../../engine/http/decode-body.ts';
import type { Validate } from '../../../fhir/index.ts';
import { createFhirValidator } from '../../../fhir/node.ts';
import { bundle, evidenceReport, observation, patient } from '../../support/fhir-resources.ts';
import { holds } from '../../support/property.ts';

const limit = { maximumBytes: 5_000, setting: 'MAX_BODY_MB', acquireLargeBodySlot: async () => undefined };
const nothingSecret = redactionOf([]);

let validate: Validate;
test.beforeAll(async () => {
  validate = await createFhirValidator().prepare();
});

const encoders = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;
const encoding = fc.constantFrom('gzip', 'deflate', 'br');

test('bytes that claim an encoding are decoded, refused as broken, or left unread', async () => {
  const name = fc.oneof(
    encoding,
    fc.string({ maxLength: 12 }),
    fc.constantFrom('identity', 'x-gzip', '__proto__'),
  );
  await holds(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(name, { maxLength: 4 }),
      async (bytes, names) => {
        const raw = Readable.from([Buffer.from(bytes)]);
        const received = await readBody(raw, names.join(','), limit).catch((thrown: unknown) => thrown);
        assert.equal(raw.destroyed, true);
        const expected = received instanceof Error ? 'code' : 'bytes';
        assert(Object.hasOwn(Object(received), expected), `${String(received)} has no ${expected}.`);
      },
    ),
    { examples: [[new Uint8Array(10), ['gzip', 'gzip']]] },
  );
});

test('an intact encoded body is decoded; a truncated or corrupted one never exceeds the limit', async () => {
  await holds(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 2_000 }),
      encoding,
      fc.option(fc.nat(300)),
      fc.option(fc.nat(300)),
      async (bytes, name, cutAt, bendAt) => {
        const encoded = encoders[name](bytes);
        if (bendAt !== null && bendAt < encoded.length) encoded[bendAt] = (encoded[bendAt] ?? 0) ^ 0x55;
        const sent = cutAt === null ? encoded : encoded.subarray(0, cutAt);
        const received = await readBody(Readable.from([sent]), name, limit).catch(() => undefined);
        const isWhole = bendAt === null && (cutAt === null || cutAt >= encoded.length);
        if (isWhole) assert.equal(received?.body.equals(bytes), true);
        if (received !== undefined) assert(received.body.length <= limit.maximumBytes);
      },
    ),
  );
});

test('any bytes are read without an exception, into well-formed text without control characters', () => {
  const contentType = fc.option(
    fc.oneof(
      fc.string(),
      fc.constantFrom('utf-16le', 'latin1', 'shift_jis', 'x').map((name) => `a/b; charset=${name}`),
    ),
    { nil: undefined },
  );
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 500 }),
    fc.json({ maxDepth: 8 }).map((text) => Buffer.from(text)),
    fc
      .string({ unit: 'binary', maxLength: 300 })
      .map((text) => Buffer.from(JSON.stringify([text, { [text]: text }]))),
  );
  holds(
    fc.property(body, contentType, fc.boolean(), (bytes, type, isFhir) => {
      const reading = readAnswerBody(
        bytes,
        {
          keepText: false,
          limits: defaults,
          ...(type === undefined ? {} : { contentType: type }),
          ...(isFhir ? { fhir: {} } : {}),
        },
        nothingSecret,
        validate,
      );
      const written = JSON.stringify(reading);
      assert.deepEqual([/[^\P{C}\n\t]/u.exec(reading.excerpt), /\\ud[89a-f]/i.exec(written)], [null, null]);
      assert.equal(written.isWellFormed(), true);
    }),
  );
});

test('small JSON is read exactly as by JSON.parse', () => {
  holds(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom('', ' ', '\n\t '), (value, space) => {
      const text = `${space}${JSON.stringify(value)}${space}`;
      const { json } = readAnswerBody(
        Buffer.from(text),
        { keepText: false, limits: defaults },
        nothingSecret,
        validate,
      );
      assert.deepEqual(json, { ok: true, value: JSON.parse(text) });
    }),
  );
});

const valid = [patient(), observation({}), evidenceReport(), bundle([{ resource: patient() }])].map(
  (resource) => JSON.stringify(resource),
);
const piece = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    'null',
    '-',
    '1e999',
    '"__proto__":',
    '\\u0000',
    '"resourceType":"Bundle",',
  ),
);

test('a valid FHIR body with pieces removed and inserted is validated without an exception', () => {
  holds(
    fc.property(
      fc.constantFrom(...valid),
      fc.array(fc.tuple(fc.nat(2_000), fc.nat(30), piece), { maxLength: 4 }),
      (text, changes) => {
        let changed = text;
        for (const [at, length, put] of changes) {
          const from = at % (changed.length + 1);
          changed = changed.slice(0, from) + put + changed.slice(from + length);
        }
        const report = validate(changed);
        assert.equal(
          report.valid,
          report.issues.every(({ severity }) => severity !== 'error'),
        );
        if (changes.length === 0) assert.deepEqual(report.issues, []);
      },
    ),
    { runs: 500 },
  );
});
