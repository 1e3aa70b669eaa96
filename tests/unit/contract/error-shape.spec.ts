import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { errorShapeFault, isOnlyAnError } from '../../../contract/judging/answers.ts';
import { readJson } from '../../../engine/evidence/read-answer-body.ts';
import { redactionOf } from '../../../engine/evidence/redaction.ts';
import schema from '../../../schemas/error.schema.json' with { type: 'json' };

const bodies: readonly (readonly [body: string, fault: string | undefined])[] = [
  ['{"error":null}', 'null as its `error`'],
  ['{"error":{"message":"Unauthorized"}}', 'an object as its `error`'],
  ['{"error":["Unauthorized","Sorry"]}', 'an array of 2 as its `error`'],
  ['{"error":false}', 'a boolean as its `error`'],
  ['{"message":"Unauthorized"}', 'an error body without `error`'],
  ['"Unauthorized"', 'a string as its error body'],
  ['[{"error":"Unauthorized"}]', 'an array of 1 as its error body'],
  ['null', 'null as its error body'],
  ['{"error":', 'an error body that is not JSON (it begins with "{"error":" and ends too early)'],
  ['', 'an error body that is not JSON (it is empty)'],
];

const validate = new Ajv2020({ strict: true }).compile(schema);

for (const [body, fault] of bodies) {
  test(`the error body ${body} ${fault === undefined ? 'has the error shape' : `is reported as ${fault}`}`, () => {
    const json = readJson(body, body, redactionOf([]));
    expect(
      errorShapeFault({ status: 404, headers: {}, bytes: body.length, json, digest: '', excerpt: body })
        ?.received,
    ).toBe(fault);
    expect(json.ok && validate(json.value), 'what schemas/error.schema.json says').toBe(fault === undefined);
  });
}

const rows: readonly (readonly [value: unknown, only: boolean])[] = [
  [{ error: 'Not found', status: 404, message: 'No such citation.' }, true],
  [{ resourceType: 'OperationOutcome', issue: [{ severity: 'fatal' }] }, true],
  [{ resourceType: 'OperationOutcome', issue: [{ severity: 'information' }, { severity: 'error' }] }, true],
  [{ resourceType: 'OperationOutcome', issue: [{ severity: 'information' }] }, false],
  [{ error: 'The database is down.', data: null, items: [], page: {}, total: 0 }, true],
  [{ error: 'undefined method', backtrace: ['a.rb:1', 'b.rb:2'] }, true],
  [{ error: 'Some entries are missing.', data: [{ id: 1 }] }, false],
  [{ error: 'no abstract found', status: 'warning', id: 7, title: 'A trial' }, false],
  [{ error: '' }, false],
  [{ error: null }, false],
  [{}, false],
  [[], false],
  [null, false],
];

for (const [value, only] of rows) {
  test(`${JSON.stringify(value)} ${only ? 'is only an error' : 'is not only an error'}`, () => {
    expect(isOnlyAnError(value)).toBe(only);
  });
}
