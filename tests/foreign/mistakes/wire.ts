import { gzipSync } from 'node:zlib';
import { bytes, nothing, replying, textOf } from './mistake.ts';

const json = 'application/json; charset=utf-8';
const page = '<!DOCTYPE html><html><body><div id="root"></div><script src="/main.js"></script></body></html>';

/** Mistakes in the status and in the bytes of a successful reply. */
export const wireMistakes = {
  'status 202': replying('success status', (reply) => ({ ...reply, status: 202 })),
  'status 203': replying('success status', (reply) => ({ ...reply, status: 203 })),
  'status 206': replying('success status', (reply) => ({ ...reply, status: 206 })),
  'status 500': replying('success status', (reply) => ({ ...reply, status: 500 })),
  'status 404 above the right body': replying('success status', (reply) => ({ ...reply, status: 404 })),
  'a crash in JSON': replying('success status', () => ({
    status: 500,
    headers: { 'Content-Type': json },
    content: { json: { error: "Cannot read properties of undefined (reading 'id')" } },
  })),
  'a crash in HTML': replying('success status', () =>
    bytes(500, 'text/html', '<h1>Internal Server Error</h1>'),
  ),
  'out of order': replying('success status', () =>
    bytes(503, 'text/html', '<h1>503 Service Unavailable</h1>'),
  ),
  'not found': replying('success status', () => ({
    status: 404,
    headers: { 'Content-Type': json },
    content: { json: { error: 'Not Found' } },
  })),
  'not modified without being asked': replying('success status', () => nothing(304)),
  'no content': replying('success status', () => nothing(204)),
  'an empty body': replying('json', () => bytes(200, json, '')),
  'moved for good': replying('success status', (_reply, { inquiry }) =>
    nothing(301, { Location: `${inquiry.path}/` }),
  ),
  'moved to a log-in page': replying('success status', () => nothing(302, { Location: '/users/sign_in' })),
  'the page of the web application': replying('json', () => bytes(200, 'text/html; charset=utf-8', page)),
  'JSON with a prefix against script inclusion': replying('json', (reply) =>
    bytes(reply.status, json, `)]}',\n${textOf(reply)}`),
  ),
  'JSON for a script tag': replying('json', (reply) =>
    bytes(reply.status, 'application/javascript', `callback(${textOf(reply)})`),
  ),
  'single quotes': replying('json', (reply) => bytes(reply.status, json, textOf(reply).replaceAll('"', "'"))),
  'a comma too many': replying('json', (reply) =>
    bytes(reply.status, json, textOf(reply).replace(/([\]}])$/, ',$1')),
  ),
  'a warning before the JSON': replying('json', (reply) =>
    bytes(reply.status, json, `Warning: undefined index in export.php\n${textOf(reply)}`),
  ),
  'half of the JSON': replying('json', (reply) => {
    const text = textOf(reply);
    return bytes(reply.status, json, text.slice(0, Math.floor(text.length / 2)));
  }),
  'two documents': replying('json', (reply) =>
    bytes(reply.status, json, `${textOf(reply)}\n${textOf(reply)}`),
  ),
  'NaN in the JSON': replying('json', (reply) =>
    bytes(
      reply.status,
      json,
      textOf(reply).replace(/^([[{])/, (start) => (start === '[' ? '[NaN,' : '{"score":NaN,')),
    ),
  ),
  'Latin-1 instead of UTF-8': replying('json', (reply) =>
    bytes(reply.status, json, Buffer.from(textOf(reply).replace(/"([^"]*)"/, '"$1 é"'), 'latin1')),
  ),
  'JSON inside a JSON string': replying('json', (reply) =>
    bytes(reply.status, 'text/plain; charset=utf-8', JSON.stringify(textOf(reply)).slice(1, -1)),
  ),
  XML: replying('json', (reply) =>
    bytes(reply.status, 'application/fhir+xml', '<?xml version="1.0"?><items/>'),
  ),
  CSV: replying('json', (reply) => bytes(reply.status, 'text/csv', 'id,title\n1,Asthma\n')),
  YAML: replying('json', (reply) => bytes(reply.status, 'application/yaml', '- id: 1\n  title: Asthma\n')),
  'the name of a class': replying('json', (reply) => bytes(reply.status, json, '[object Object]')),
  'undefined as a text': replying('json', (reply) => bytes(reply.status, json, 'undefined')),
  'an encoding that was not used': replying('json', (reply) => ({
    ...bytes(reply.status, json, textOf(reply)),
    headers: { 'Content-Type': json, 'Content-Encoding': 'gzip' },
  })),
  'an encoding that is not named': replying('json', (reply) =>
    bytes(reply.status, json, gzipSync(textOf(reply))),
  ),
} as const;
