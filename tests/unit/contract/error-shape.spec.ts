import { expect, test } from '@playwright/test';
import { isOnlyAnError } from '../../../contract/error-shape.ts';

const rows: readonly (readonly [value: unknown, only: boolean])[] = [
  [{ error: 'Not found' }, true],
  [{ error: 'Not found', status: 404, message: 'No such citation.' }, true],
  [{ resourceType: 'OperationOutcome', issue: [{ severity: 'fatal' }] }, true],
  [{ resourceType: 'OperationOutcome', issue: [{ severity: 'information' }] }, false],
  [{ id: 4, error: 'The abstract could not be fetched.' }, false],
  [{ data: [], error: 'Some entries are missing.' }, false],
  [{ error: '' }, false],
  [{ error: null }, false],
  [{}, false],
  [[], false],
  [null, false],
];

for (const [value, only] of rows) {
  test(`${JSON.stringify(value)} ${only ? 'tells only an error' : 'tells more or something else'}`, () => {
    expect(isOnlyAnError(value)).toBe(only);
  });
}
