import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import fc from 'fast-check';
import { installedDefinitions } from '../../../fhir/installed-definitions.ts';
import { validateBody } from '../../../fhir/validate-body.ts';
import {
  type Body,
  bundle,
  document,
  evidence,
  patient,
  questionnaire,
} from '../../support/fhir-resources.ts';

const definitions = installedDefinitions();
const seeds: readonly Body[] = [
  patient({ id: 'a', name: [{ given: ['x'], period: { start: '2020', end: '2021' } }] }),
  evidence(),
  questionnaire({ item: [{ linkId: 'a', type: 'group', item: [{ linkId: 'b', type: 'string' }] }] }),
  bundle([{ fullUrl: 'https://example.org/fhir/Patient/a', resource: patient({ id: 'a' }) }]),
  document({ subject: { reference: 'Patient/p' } }),
];

/** Replaces or adds one value somewhere in a body. */
function mutate(body: unknown, choices: readonly number[], name: string, value: unknown): unknown {
  const [choice = 0, ...rest] = choices;
  if (typeof body !== 'object' || body === null || choices.length === 0) return value;
  if (Array.isArray(body)) {
    const at = choice % (body.length + 1);
    return [...body.slice(0, at), mutate(body[at], rest, name, value), ...body.slice(at + 1)];
  }
  const keys = [...Object.keys(body), name];
  const key = keys[choice % keys.length] ?? name;
  return { ...body, [key]: mutate((body as Body)[key], rest, name, value) };
}

const name = fc.oneof(fc.string(), fc.constantFrom('_id', 'extension', 'contained', 'reference', 'type'));
const mutation = fc.tuple(fc.array(fc.nat(20), { minLength: 1, maxLength: 6 }), name, fc.jsonValue());
const bodies = fc
  .tuple(fc.constantFrom(...seeds), fc.array(mutation, { minLength: 1, maxLength: 4 }))
  .map(([seed, mutations]) =>
    JSON.stringify(mutations.reduce<unknown>((body, [at, key, value]) => mutate(body, at, key, value), seed)),
  );

test('a randomly mutated resource is judged, and its issues are short and printable', () => {
  fc.assert(
    fc.property(bodies, (body) => {
      const report = validateBody(definitions, body);
      assert.equal(report.valid, !report.issues.some((issue) => issue.severity === 'error'));
      const unfit = report.issues.filter(
        ({ path, message }) =>
          path.length > 200 || message.length > 2_000 || /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(path + message),
      );
      assert.deepEqual(unfit, []);
    }),
    { numRuns: 400, seed: 20_241_122 },
  );
});

test('random bytes are reported as invalid', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      assert.equal(validateBody(definitions, bytes).valid, false);
    }),
    { numRuns: 400, seed: 20_241_122 },
  );
});
