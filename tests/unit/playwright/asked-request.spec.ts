import { expect, test } from '@playwright/test';
import { type AskOptions, askedRequest } from '../../../playwright/asked-request.ts';

const plain = { key: 'header' };

const read: readonly (readonly [string, AskOptions, object])[] = [
  ['GET /api/v3/users', {}, { endpoint: 'GET /api/v3/users', request: plain }],
  ['/api/v3/users', {}, { endpoint: 'GET /api/v3/users', request: plain }],
  [
    'GET /api/v3/projects/:id',
    { key: 'wrong-query', id: 'unknown' },
    { endpoint: 'GET /api/v3/projects/:id', request: { key: 'wrong-query', id: 'unknown' } },
  ],
  [
    // The same request as the plain one, so that an existing exchange is used.
    'GET /api/v3/projects/:id',
    { id: 'known' },
    { endpoint: 'GET /api/v3/projects/:id', request: plain },
  ],
  [
    'GET /api/v3/projects/17',
    {},
    { endpoint: 'GET /api/v3/projects/:id', request: { ...plain, path: '/api/v3/projects/17' } },
  ],
  [
    'GET /api/v3/citations?page=2',
    { query: { size: '5' } },
    { endpoint: 'GET /api/v3/citations', request: { ...plain, query: { page: '2', size: '5' } } },
  ],
  [
    'HEAD /api/v3/users',
    { accept: 'missing', again: true },
    { endpoint: 'GET /api/v3/users', request: { ...plain, method: 'HEAD', accept: 'missing' }, again: true },
  ],
  [
    'GET /health',
    { undocumented: true, headers: { 'x-trace': '1' } },
    { endpoint: 'GET /api/v3/projects', request: { ...plain, path: '/health', headers: { 'x-trace': '1' } } },
  ],
  [
    'POST /api/v3/fhir_imports',
    {},
    { endpoint: 'POST /api/v3/fhir_imports', request: { ...plain, body: 'valid' } },
  ],
  [
    'POST /api/v3/fhir_imports',
    { key: 'none' },
    { endpoint: 'POST /api/v3/fhir_imports', request: { key: 'none', body: 'refusable' } },
  ],
];

for (const [text, options, expected] of read) {
  test(`ask accepts ${text} ${JSON.stringify(options)}`, () => {
    expect(askedRequest(text, options)).toEqual(expected);
  });
}

const refused: readonly (readonly [string, object, string])[] = [
  ['users', {}, 'ask: "users" is not a request: write "GET /api/v3/users".'],
  [
    'GET /api/v3/project/:id',
    {},
    'ask: the document has no path /api/v3/project/:id. Did you mean GET /api/v3/projects/:id?',
  ],
  ...(
    [
      ['GET /api/v3/project', ' Did you mean GET /api/v3/projects?'],
      ['GET /api/v3/users/', ' Did you mean GET /api/v3/users?'],
      ['HEAD /api/v3/user', ' Did you mean GET /api/v3/users?'],
      ['GET /api/v3/fhir_imports', ' Did you mean POST /api/v3/fhir_imports?'],
      ['GET /health', ''],
      // An HTTP client would normalize these to another path.
      ['GET /api/v3/projects/..', ' Did you mean GET /api/v3/projects?'],
      ['GET /api/v3/projects/.%2E', ' Did you mean GET /api/v3/projects/:id?'],
    ] as const
  ).map(
    ([asked, help]) =>
      [
        asked,
        {},
        `ask: the document has no ${asked.replace('HEAD', 'GET')}.${help} If it is meant, say \`undocumented: true\`.`,
      ] as const,
  ),
  [
    'GET /api/v3/projects/17',
    { undocumented: true },
    'ask: the document has GET /api/v3/projects/:id: leave out `undocumented`.',
  ],
  ['GET /health', { undocumented: 'yes' }, 'ask: `undocumented` is true, or is left out.'],
  [
    undefined as unknown as string,
    {},
    'ask: it takes a request as a text, such as "GET /api/v3/users"; it got undefined.',
  ],
  ['GET /api/v3/users', null as unknown as object, 'ask: the options must be an object, not null.'],
  ['GET /api/v3/users', { query: 'a=b' }, 'ask: `query` takes an object of texts; it got a string.'],
  ['GET /api/v3/users', { query: { page: 2 } }, 'ask: `query` takes texts; "page" is a number.'],
  ...(
    [
      ['x y', 'a'],
      ['x', 'a\nb'],
      ['x', 'a\u4e2d'],
      ['', 'a'],
      ['Transfer-Encoding', 'chunked'],
    ] as const
  ).map(
    ([name, value]) =>
      [
        'GET /api/v3/users',
        { headers: { [name]: value } },
        `ask: ${JSON.stringify(name)} is not a header that can be sent, by its name or its value.`,
      ] as const,
  ),
  ['GET /api/v3/users', { again: 'yes' }, 'ask: `again` is true, or is left out.'],
  ['POST /api/v3/fhir_imports', { again: true }, 'ask: an import is never sent again; leave out `again`.'],
  [
    'DELETE /api/v3/projects/1',
    {},
    'ask: it sends GET, HEAD and OPTIONS, and POST /api/v3/fhir_imports; nothing else is sure to be harmless.',
  ],
  ['GET /api/v3/users', { key: 'non' }, 'ask: no key is named "non". Did you mean none?'],
  ['GET /api/v3/users', { keys: 'none' }, 'ask: there is no option "keys". Did you mean key?'],
  ['GET /api/v3/users', { id: 'unknwon' }, 'ask: no id is named "unknwon". Did you mean unknown?'],
  ['GET /api/v3/users', { body: 'valid' }, 'ask: only POST /api/v3/fhir_imports takes a body.'],
  [
    'GET /api/v3/users?Api_Key=0123456789',
    {},
    'ask: Api_Key carries a key. Choose one by the option `key`; what every request needs besides is EXTRA_HEADERS.',
  ],
  [
    'GET /api/v3/users',
    { headers: { Authorization: 'Bearer 0123456789' } },
    'ask: Authorization carries a key. Choose one by the option `key`; what every request needs besides is EXTRA_HEADERS.',
  ],
];

for (const [text, options, message] of refused) {
  test(`ask refuses ${String(text)} ${JSON.stringify(options)}`, () => {
    expect(() => askedRequest(text, options as AskOptions)).toThrow(expect.objectContaining({ message }));
  });
}
