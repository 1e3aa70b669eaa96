import { bytesOf } from '../answer.ts';
import { addingHeaders, transformAll } from '../transform-builders.ts';
import type { Variant } from './variant.ts';

/** How answers may travel, and where an installation may live. */
export const connectionVariants: readonly Variant[] = [
  {
    name: 'connection-close',
    freedom: 'section 1',
    statement: 'Every answer ends its connection.',
    transform: transformAll(addingHeaders({ connection: 'close' })),
  },
  {
    name: 'chunked',
    freedom: 'section 1',
    statement: 'Bodies come in chunks, without a Content-Length.',
    transform: transformAll(addingHeaders({ 'transfer-encoding': 'chunked' })),
  },
  {
    name: 'http-1-0',
    freedom: 'section 1',
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
    freedom: 'section 1',
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
    freedom: 'section 1',
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
    freedom: 'section 1',
    statement: 'The installation lives under a path prefix.',
    options: { basePath: '/some/app' },
  },
];
