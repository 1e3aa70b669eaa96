import { expect, test } from '@playwright/test';
import {
  type AnswerClass,
  classify,
  isClientError,
  isDeclaredAsPage,
  isGatewayAnswer,
  isKeyRefused,
  isObject,
  isSameAnswerElsewhere,
  isSameError,
  isSuccess,
} from '../../../contract/judging/answers.ts';
import { exchangeWith, type Written } from '../engine/exchanges.ts';

const reported = (status: number, error: string): Written => ({ status, body: JSON.stringify({ error }) });
const text = (status: number, body: string): Written => ({ status, body });

const standings: readonly (readonly [written: Written, standing: AnswerClass])[] = [
  [{ failure: 'timeout' }, 'no-answer'],
  [text(200, ''), 'success'],
  [text(201, ''), 'success'],
  [text(100, ''), 'outside'],
  [text(199, ''), 'outside'],
  [text(202, ''), 'outside'],
  [text(302, ''), 'outside'],
  [text(399, ''), 'outside'],
  [text(500, ''), 'outside'],
  [reported(503, 'Unauthorized'), 'outside'],
  [text(400, ''), 'client-error'],
  [text(499, ''), 'client-error'],
  [reported(403, 'Forbidden'), 'client-error'],
  [text(401, ''), 'refusal'],
  [reported(403, 'Unauthorized'), 'refusal'],
  [reported(400, 'UNAUTHORISED.'), 'refusal'],
  [reported(403, 'You are unauthorized to view this extraction.'), 'client-error'],
  [text(403, '<p>Unauthorized</p>'), 'refusal'],
  [reported(403, 'Unauthorizedness'), 'client-error'],
  [reported(403, `Unauthorized${' '.repeat(188)}`), 'refusal'],
  [reported(403, `Unauthorized${' '.repeat(189)}`), 'client-error'],
];

for (const [written, standing] of standings) {
  const { status, body = '', failure } = written;
  test(`${failure ?? `${status} ${body.slice(0, 40)}`} (${body.length} characters) is classified as ${standing}`, () => {
    const exchange = exchangeWith(written);
    expect(classify(exchange)).toBe(standing);
    expect(isClientError(exchange)).toBe(standing === 'refusal' || standing === 'client-error');
  });
}

const contentTypes: readonly (readonly [contentType: string | undefined, body: string, isPage: boolean])[] = [
  ['text/html', '[]', true],
  ['Text/HTML; charset=utf-8', '{}', true],
  [' text/html ;charset=utf-8', '{}', true],
  ['application/xhtml+xml', '{}', true],
  ['text/html', '<p>', false],
  ['text/plain', '[]', false],
  ['application/json', '[]', false],
  ['application/fhir+xml', '{}', false],
  ['x/text/html', '{}', false],
  ['', '{}', false],
  [undefined, '{}', false],
];

for (const [contentType, body, isPage] of contentTypes) {
  test(`the body ${body} as ${contentType} is ${isPage ? '' : 'not '}JSON that is declared as HTML`, () => {
    const headers = contentType === undefined ? {} : { 'content-type': contentType };
    const { answer } = exchangeWith({ body, headers });
    expect(answer !== undefined && isDeclaredAsPage(answer)).toBe(isPage);
  });
}

const troubles: readonly (readonly [one: Written, other: Written, isSame: boolean])[] = [
  [{ failure: 'timeout' }, { failure: 'dns' }, true],
  [{ failure: 'timeout' }, text(500, ''), false],
  [text(500, ''), { failure: 'timeout' }, false],
  [reported(500, 'No'), reported(500, 'No'), true],
  [reported(500, 'No'), reported(500, 'Never'), false],
  [reported(500, 'No'), reported(501, 'No'), false],
  [text(500, 'one page'), text(500, 'another page'), true],
];

troubles.forEach(([one, other, isSame], index) => {
  test(`two exchanges ${isSame ? '' : 'do not '}have the same error (${index + 1})`, () => {
    expect(isSameError(exchangeWith(one), exchangeWith(other))).toBe(isSame);
  });
});

const path = '/some/app/api/v3/projects';
const otherPath = '/some/app/api/v3/unknown';
const elsewhere: readonly (readonly [one: Written, other: Written, isSame: boolean])[] = [
  [{ failure: 'timeout' }, { failure: 'timeout' }, false],
  [{ failure: 'timeout' }, reported(404, 'No'), false],
  [reported(404, 'No'), { failure: 'timeout' }, false],
  [reported(404, 'No'), reported(404, 'No'), true],
  [reported(404, 'No'), reported(400, 'No'), false],
  [reported(404, 'No'), reported(404, 'Never'), false],
  [reported(404, `No ${path}.`), reported(404, `No ${otherPath}.`), true],
  [reported(404, 'No api/v3/projects.'), reported(404, 'No api/v3/unknown.'), true],
  [reported(404, 'No route v3/projects'), reported(404, 'No route v3/unknown'), true],
  [reported(404, 'Nothing is named projects.'), reported(404, 'Nothing is named unknown.'), true],
  [reported(404, 'No project.'), reported(404, 'No unknown.'), false],
  [reported(404, 'one'), text(404, 'a page'), false],
];

elsewhere.forEach(([one, other, isSame], index) => {
  test(`answers at two paths are ${isSame ? '' : 'not '}the same apart from the path (${index + 1})`, () => {
    const at = (pathname: string, written: Written) => ({
      ...exchangeWith(written),
      url: `https://reviews.example.org${pathname}?page=1`,
    });
    expect(isSameAnswerElsewhere(at(path, one), at(otherPath, other))).toBe(isSame);
    expect(isSameAnswerElsewhere(at(`${path}/`, one), at(otherPath, other))).toBe(isSame);
  });
});

const keys: readonly (readonly [valid: Written, none: Written | undefined, isRefused: boolean])[] = [
  [text(401, ''), undefined, true],
  [reported(403, 'Unauthorized'), undefined, true],
  [reported(403, 'Forbidden'), reported(403, 'Forbidden'), true],
  [reported(403, 'Forbidden'), reported(403, 'No key'), false],
  [reported(403, 'Forbidden'), reported(401, 'Forbidden'), false],
  [reported(403, 'Forbidden'), undefined, false],
  [reported(404, 'No'), reported(404, 'No'), false],
  [{ failure: 'timeout' }, { failure: 'timeout' }, false],
];

for (const [valid, none, isRefused] of keys) {
  test(`a valid key counts as ${isRefused ? '' : 'not '}refused if it gets ${JSON.stringify(valid)} and no key gets ${JSON.stringify(none)}`, () => {
    expect(isKeyRefused(exchangeWith(valid), none === undefined ? undefined : exchangeWith(none))).toBe(
      isRefused,
    );
  });
}

test('only 502, 503 and 504 count as answers of a gateway', () => {
  const statuses = [500, 501, 502, 503, 504, 505, 429];
  expect(statuses.filter((status) => isGatewayAnswer(exchangeWith({ status })))).toEqual([502, 503, 504]);
  expect(isGatewayAnswer(exchangeWith({ failure: 'timeout' }))).toBe(false);
});

test('only an answer with 200 or 201 counts as a success', () => {
  expect([200, 201, 202, 204, 401].filter((status) => isSuccess(exchangeWith({ status })))).toEqual([
    200, 201,
  ]);
  expect([isSuccess(undefined), isSuccess(exchangeWith({ failure: 'timeout' }))]).toEqual([false, false]);
});

test('arrays, null, strings and undefined are not objects', () => {
  expect([{}, [], null, 'x', undefined].map(isObject)).toEqual([true, false, false, false, false]);
});
