import type { Reply } from '../service/exchange.ts';
import { bytes, type Mistake, nothing, refusing } from './mistake.ts';

const json = 'application/json; charset=utf-8';
const page =
  '<!DOCTYPE html><html><head><title>Sign in</title></head><body><form action="/login"></form></body></html>';

function saying(body: unknown, status?: number): (reply: Reply) => Reply {
  return (reply) => ({
    status: status ?? reply.status,
    headers: { 'Content-Type': json },
    content: { json: body },
  });
}

const noKey = (breaks: Mistake['breaks'], alter: (reply: Reply) => Reply) =>
  refusing(['unauthorized'], breaks, alter);
const noRow = (breaks: Mistake['breaks'], alter: (reply: Reply) => Reply) =>
  refusing(['missing'], breaks, alter);
const badBody = (breaks: Mistake['breaks'], alter: (reply: Reply) => Reply) =>
  refusing(['invalid', 'malformed'], breaks, alter);

/** Mistakes in what a request without a valid key gets. */
export const refusalMistakes = {
  'refused with 200': noKey('no valid key', saying({ error: 'Unauthorized' }, 200)),
  'refused with 500': noKey('no valid key', saying({ error: 'Unauthorized' }, 500)),
  'refused with 503': noKey('no valid key', saying({ error: 'Unauthorized' }, 503)),
  'refused with an empty list': noKey('no valid key', saying([], 200)),
  'refused in other words': noKey('message Unauthorized', saying({ error: 'Invalid API key' })),
  'refused in small letters': noKey('message Unauthorized', saying({ error: 'unauthorized' })),
  'refused with a full stop': noKey('message Unauthorized', saying({ error: 'Unauthorized.' })),
  'refused in German': noKey('message Unauthorized', saying({ error: 'Nicht angemeldet' })),
  'refused with a code': noKey(
    'message Unauthorized',
    saying({ error: 'UNAUTHORIZED', message: 'Unauthorized' }),
  ),
  'refused with an error object': noKey(
    'error shape',
    saying({ error: { code: 401, message: 'Unauthorized' } }),
  ),
  'refused with a list of errors': noKey('error shape', saying({ errors: ['Unauthorized'] })),
  'refused with an error list in error': noKey('error shape', saying({ error: ['Unauthorized'] })),
  'refused with a message': noKey('error shape', saying({ message: 'Unauthorized' })),
  'refused with a status number': noKey('error shape', saying({ error: 401, message: 'Unauthorized' })),
  'refused with true': noKey('error shape', saying({ error: true, message: 'Unauthorized' })),
  'refused with null': noKey('error shape', saying({ error: null })),
  'refused with a list around it': noKey('error shape', saying([{ error: 'Unauthorized' }])),
  'refused inside data': noKey('error shape', saying({ data: { error: 'Unauthorized' } })),
  'refused with capitals in the name': noKey('error shape', saying({ Error: 'Unauthorized' })),
  'refused with a JSON string': noKey('error shape', ({ status }) => bytes(status, json, '"Unauthorized"')),
  'refused without a body': noKey('no valid key', ({ status }) => nothing(status)),
  'refused with a text': noKey('no valid key', ({ status }) => bytes(status, 'text/plain', 'Unauthorized')),
  'refused with a page': noKey('no valid key', ({ status }) => bytes(status, 'text/html', page)),
  'refused with the log-in page': noKey('no valid key', () => bytes(200, 'text/html; charset=utf-8', page)),
  'sent to the log-in page': noKey('no valid key', () => nothing(302, { Location: '/login' })),
  'sent to another host': noKey('no valid key', () =>
    nothing(303, { Location: 'https://sso.example.org/authorize' }),
  ),
  'refused with 204': noKey('no valid key', () => nothing(204)),
  'refused with XML': noKey('json', ({ status }) =>
    bytes(status, 'application/xml', '<error>Unauthorized</error>'),
  ),
  'a missing row is null': noRow('error status', () => bytes(200, json, 'null')),
  'a missing row is no content': noRow('success status', () => nothing(204)),
  'a missing row is a crash': noRow('error status', saying({ error: 'Internal Server Error' }, 500)),
  'a missing row is a page': noRow('error status', ({ status }) => bytes(status, 'text/html', page)),
  'a missing row is a text': noRow('error status', ({ status }) =>
    bytes(status, 'text/plain', 'Record not found'),
  ),
  'a missing row is a message': noRow('error shape', saying({ message: 'Not Found', statusCode: 404 })),
  'a missing row is an error object': noRow('error shape', saying({ error: { message: 'No such record' } })),
  'a missing row has no body': noRow('error status', ({ status }) => nothing(status)),
  'a missing row sends home': noRow('error status', () => nothing(302, { Location: '/' })),
  'a missing row is an error in a 200': noRow('error status', saying({ error: 'Not Found' }, 200)),
  'a bad body is a crash': badBody('error status', saying({ error: 'Internal Server Error' }, 500)),
  'a bad body is a page': badBody('error status', () => bytes(400, 'text/html', '<pre>SyntaxError</pre>')),
  'a bad body gets issues': badBody(
    'error shape',
    saying({ success: false, issues: [{ path: ['type'] }] }, 400),
  ),
} as const;
