import { setImmediate } from 'node:timers/promises';
import { bytesOf, writeAnswer } from '../answer.ts';
import { addingHeaders, transformAll } from '../transform-builders.ts';
import { type Variant, withFreedom } from './variant.ts';

const coldStartMs = 250;

/** How answers may be transferred, and where an installation may be located. */
export const connectionVariants: readonly Variant[] = withFreedom('section 1', [
  {
    name: 'connection-close',
    statement: 'Every answer ends its connection.',
    transform: transformAll(addingHeaders({ connection: 'close' })),
  },
  {
    name: 'chunked',
    statement: 'Bodies come in chunks, without a Content-Length.',
    transform: transformAll(addingHeaders({ 'transfer-encoding': 'chunked' })),
  },
  {
    name: 'body-in-pieces',
    statement: 'A body comes in three pieces with pauses, cut within characters.',
    transform: () => ({
      raw: async ({ response, answer }) => {
        const body = bytesOf(answer.body);
        if (body === undefined) return false;
        response.writeHead(answer.status, answer.headers);
        const size = Math.ceil(body.byteLength / 3);
        for (const place of [0, 1, 2]) {
          response.write(body.subarray(place * size, (place + 1) * size));
          await setImmediate();
        }
        response.end();
        return true;
      },
    }),
  },
  {
    name: 'header-names-in-capitals',
    statement: 'The names of all headers are written in capitals.',
    transform: () => ({
      raw: ({ response, answer }) => {
        const headers = Object.entries(answer.headers).map(([name, value]) => [name.toUpperCase(), value]);
        writeAnswer(response, { ...answer, headers: Object.fromEntries(headers) });
        return true;
      },
    }),
  },
  {
    name: 'cold-start',
    freedom: 'section 8',
    statement: 'The first answer takes a while longer.',
    transform: () => {
      let isCold = true;
      return {
        before: (_request, _response, next) => {
          if (!isCold) return next();
          isCold = false;
          globalThis.setTimeout(next, coldStartMs);
        },
      };
    },
  },
  {
    name: 'http-1-0',
    statement: 'Answers come by HTTP/1.0; the end of the connection ends the body.',
    transform: () => ({
      raw: ({ request, answer }) => {
        const body = bytesOf(answer.body) ?? Buffer.alloc(0);
        const { 'transfer-encoding': _chunked, ...headers } = answer.headers;
        const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\r\n`);
        request.socket.write(`HTTP/1.0 ${answer.status} Said\r\n${lines.join('')}\r\n`);
        request.socket.end(body);
        return true;
      },
    }),
  },
  {
    name: 'continue-before-every-answer',
    statement: 'A proxy sends an interim answer with status 100 before every answer, unasked.',
    transform: () => ({
      before: (_request, response, next) => {
        response.writeContinue();
        next();
      },
    }),
  },
  {
    name: 'short-keep-alive',
    statement: 'A connection is closed after three answers, without notice.',
    transform: () => {
      const answers = new WeakMap<object, number>();
      return {
        before: (request, response, next) => {
          const count = (answers.get(request.socket) ?? 0) + 1;
          answers.set(request.socket, count);
          if (count >= 3) response.once('finish', () => request.socket.end());
          next();
        },
      };
    },
  },
  {
    name: 'slow-answers',
    freedom: 'section 8',
    statement: 'Every answer takes a while longer.',
    options: { delayMs: 50 },
  },
  {
    name: 'path-prefix',
    statement: 'The installation lives under a path prefix.',
    options: { basePath: '/some/app' },
  },
]);
