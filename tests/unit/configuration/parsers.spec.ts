import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  bundleText,
  fileText,
  oneOf,
  parseBaseUrl,
  parseBoolean,
  parseHeaderNames,
  parseHeaders,
  parseId,
  parseKey,
  parseName,
  parseParameterName,
  parseProxy,
  parseRatio,
  parseStatuses,
  requestsPerSecond,
  wholeNumber,
} from '../../../engine/configuration/parsers.ts';
import { BadValue } from '../../../engine/configuration/problems.ts';
import { Secret } from '../../../engine/secret.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';

/** A parser, texts that it accepts with their values, and texts that it refuses with the message. */
interface Rows {
  readonly parse: (text: string) => unknown;
  readonly accepted: readonly (readonly [text: string, value: unknown])[];
  readonly refused: readonly (readonly [text: string, sentence: string])[];
}

const wrongAddress =
  'This is not a web address. Write it like https://host.example or https://host.example/some/app.';
const withUser = 'Leave user name and password out of the address.';
const withQuery = 'Leave ? and # and what follows out of the address.';
const apiPath =
  'This ends in a path of the API. Write the address before /api, as in https://host.example: the API paths are added to it.';
const pace = 'Write requests a second (more than 0, at most 1000; default 3) or off.';
const ratio = 'Write a number from 0 to 1, like 0.9.';
const statuses = 'Write statuses from 400 to 599, separated by commas, such as 503.';
const range = 'Write a whole number from 1 to 64.';
const id = 'An id has neither ? nor # and no line break.';
const parameter = 'Write the name of a query parameter, like project_id.';
const headerNames = 'Write names of headers, separated by commas.';
const headerName = 'A header name has characters that it must not have.';
const headerLine = 'Write each header as a line `Name: value`, or all as a JSON object.';
const authorization =
  'Authorization cannot be an extra header: it would authenticate the requests without a key.';
const proxy = 'Write the proxy like http://proxy.example:3128.';

const parsers: Readonly<Record<string, Rows>> = {
  parseStatuses: {
    parse: parseStatuses,
    accepted: [
      ['503', [503]],
      [' 420 , 503,599', [420, 503, 599]],
    ],
    refused: ['', '200', '600', '5033', '420;503', '420,', 'none'].map((text) => [text, statuses] as const),
  },
  parseBaseUrl: {
    parse: parseBaseUrl,
    accepted: [
      ['https://host.example', 'https://host.example'],
      ['http://host.example:8080/some/app//', 'http://host.example:8080/some/app'],
      ['https://host.example/apiary', 'https://host.example/apiary'],
      ['https://host.example/api/gateway', 'https://host.example/api/gateway'],
      ['https://host.example/api/v1/reviews', 'https://host.example/api/v1/reviews'],
      ['https://host.example/api/v3/projects/12/more', 'https://host.example/api/v3/projects/12/more'],
    ],
    refused: [
      ['host.example', wrongAddress],
      ['ftp://host.example', wrongAddress],
      ['https://user@host.example', withUser],
      ['https://:password@host.example', withUser],
      ['https://host.example?a=b', withQuery],
      ['https://host.example#part', withQuery],
      ['https://host.example/api', apiPath],
      ['https://host.example/api/v3', apiPath],
      ['https://host.example/api/v10', apiPath],
      ['https://host.example/api/v3/users', apiPath],
      ['https://host.example/app/api/v12/projects/7', apiPath],
    ],
  },
  parseKey: {
    parse: (text) => parseKey(text).reveal(),
    accepted: [[' key-08151 \n', 'key-08151']],
    refused: [
      ['key-0815\nkey-0816', 'The key has a line break in it. Write it on one line.'],
      [
        'key-0815 key-0816',
        'The key has a space in it. Copy it again from the Storage tab of the profile page.',
      ],
      ['schlüssel-0815', 'The key has characters that no header can carry. Copy it again.'],
      ['0815-schlüssel', 'The key has characters that no header can carry. Copy it again.'],
      ['0815-key-ü', 'The key has characters that no header can carry. Copy it again.'],
      ...[
        'Bearer abcdefgh12',
        'bearer:abcdefgh12',
        'Authorization: Bearer abcdefgh12',
        'Token abcdefgh12',
      ].map((text) => [text, 'Leave out the scheme, such as Bearer: write the key alone.'] as const),
      ['Unauthorized', 'This is a word that answers contain anyway, not a key.'],
      ['key-081', 'The key is shorter than 8 characters: it could not be kept out of reports and logs.'],
    ],
  },
  parseBoolean: {
    parse: parseBoolean,
    accepted: [
      ['true', true],
      [' FALSE ', false],
    ],
    refused: [
      ['yes', 'Write true or false.'],
      ['', 'Write true or false.'],
    ],
  },
  wholeNumber: {
    parse: wholeNumber(1, 64),
    accepted: [
      ['1', 1],
      [' 64 ', 64],
    ],
    refused: [
      ['0', range],
      ['65', range],
      ['1.5', range],
      ['one', range],
    ],
  },
  'wholeNumber from 0': {
    parse: wholeNumber(0, 9),
    accepted: [['0', 0]],
    refused: [
      ['', 'Write a whole number from 0 to 9.'],
      [' ', 'Write a whole number from 0 to 9.'],
    ],
  },
  'wholeNumber of seconds': { parse: wholeNumber(1, 10, 1000), accepted: [['2', 2_000]], refused: [] },
  parseRatio: {
    parse: parseRatio,
    accepted: [
      ['0', 0],
      ['1', 1],
      ['0.95', 0.95],
    ],
    refused: [
      ['', ratio],
      [' ', ratio],
      ['-0.1', ratio],
      ['1.1', ratio],
      ['much', ratio],
    ],
  },
  requestsPerSecond: {
    parse: requestsPerSecond('3'),
    accepted: [
      [' Off ', 'off'],
      ['0.5', 0.5],
      ['1000', 1000],
    ],
    refused: [
      ['0', pace],
      ['-1', pace],
      ['1001', pace],
      ['fast', pace],
    ],
  },
  parseId: {
    parse: parseId,
    accepted: [
      [' 12 ', '12'],
      ['a/b%20c', 'a/b%20c'],
      ['1 2', '1 2'],
    ],
    refused: [
      ['1\n2', id],
      ['1?2', id],
      ['1#2', id],
    ],
  },
  parseName: {
    parse: parseName,
    accepted: [[' staging-1 ', 'staging-1']],
    refused: [['../a', 'A name has letters, digits, points, hyphens and underscores, at most 63.']],
  },
  parseParameterName: {
    parse: parseParameterName,
    accepted: [['filter[project.id]', 'filter[project.id]']],
    refused: [
      ['project id', parameter],
      ['a&b', parameter],
      ['&a', parameter],
      ['a&', parameter],
      ['', parameter],
    ],
  },
  oneOf: {
    parse: oneOf(['text', 'json']),
    accepted: [
      ['json', 'json'],
      [' text ', 'text'],
    ],
    refused: [['xml', 'Write one of text, json.']],
  },
  parseHeaders: {
    parse: (text) =>
      Object.fromEntries(Object.entries(parseHeaders(text)).map(([name, value]) => [name, value.reveal()])),
    accepted: [
      ['A: 1', { A: '1' }],
      ['X-Tenant: reviews\n \n X-Path : a:b ', { 'X-Tenant': 'reviews', 'X-Path': 'a:b' }],
      ['X-Empty:', { 'X-Empty': '' }],
      ['  {"X-Tenant": "reviews", "B": "2"}', { 'X-Tenant': 'reviews', B: '2' }],
    ],
    refused: [
      ['X-Tenant', headerLine],
      [': value', headerLine],
      ['X Tenant: a', headerName],
      ['X-Tenant: ä', 'The value of X-Tenant has characters that no header can carry.'],
      ['X-Tenant: äa', 'The value of X-Tenant has characters that no header can carry.'],
      ['X-Tenant: aä', 'The value of X-Tenant has characters that no header can carry.'],
      ['authorization: Bearer a', authorization],
      ['{"Authorization": "Bearer a"}', authorization],
      ['{"X-Tenant": 1}', 'The value of X-Tenant is not a text.'],
      ['{"X-Tenant"', 'This is not valid JSON.'],
    ],
  },
  parseHeaderNames: {
    parse: parseHeaderNames,
    accepted: [['X-Tenant , Accept-Language', ['X-Tenant', 'Accept-Language']]],
    refused: [
      ['X-Tenant: reviews', headerNames],
      ['X-Tenant, a b', headerNames],
      ['', headerNames],
    ],
  },
  parseProxy: {
    parse: (text) => parseProxy(text).reveal(),
    accepted: [
      ['proxy.example:3128', 'http://proxy.example:3128'],
      ['https://user@proxy.example', 'https://user@proxy.example'],
      ['http://user:pass-0815@proxy.example', 'http://user:pass-0815@proxy.example'],
    ],
    refused: [
      ['socks5://proxy.example', proxy],
      ['://', proxy],
      [
        'http://user:short@proxy.example',
        'The password in the address is shorter than 8 characters: it could not be kept out of reports and logs.',
      ],
    ],
  },
};

for (const [name, { parse, accepted, refused }] of Object.entries(parsers)) {
  for (const [text, value] of accepted)
    test(`${name} reads ${JSON.stringify(text)}`, () => {
      expect(parse(text)).toEqual(value);
    });
  for (const [text, sentence] of refused)
    test(`${name} refuses ${JSON.stringify(text)}`, () => {
      expect(() => parse(text)).toThrow(new BadValue(sentence));
    });
}

test('header values are parsed as secrets', () => {
  expect(parseHeaders('X-Tenant: reviews')['X-Tenant']).toBeInstanceOf(Secret);
});

const noBundle = 'The file must hold a FHIR Bundle of type collection, as JSON.';
const bundles: readonly (readonly [text: string, sentence?: string])[] = [
  ['{"resourceType":"Bundle","type":"collection"}'],
  ['{"resourceType":"Bundle","type":"batch"}', noBundle],
  ['"Bundle"', noBundle],
  ['{', 'This is not valid JSON.'],
];

for (const [text, sentence] of bundles)
  test(`an import file with ${text} is ${sentence === undefined ? 'read' : 'refused'}`, () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'bundle.json'), text);
    const read = (): string => bundleText('bundle.json', folder);
    if (sentence === undefined) expect(read()).toBe(text);
    else expect(read).toThrow(new BadValue(sentence));
  });

test('a missing file is reported without its name, which may be a secret', () => {
  expect(() => fileText('key-0815', tmpdir())).toThrow(
    new BadValue('The file that it names cannot be read: there is no such file. Check its name.'),
  );
});
