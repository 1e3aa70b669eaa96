import { errorAnswer, textOf } from '../answer.ts';
import type { RawExchange } from '../response-transform.ts';
import { everywhere, isAt, isSuccess } from '../transform-builders.ts';
import { type EndpointName, endpointNames, type Fault } from './fault.ts';

/** Takes the connection of the answers at an endpoint into its own hands. */
function onConnection(write: (exchange: RawExchange) => void): Fault['transform'] {
  return (at) => ({
    raw: (exchange) => {
      if (!isAt(exchange.apiRequest, at)) return false;
      write(exchange);
      return true;
    },
  });
}

/** Writes bytes as they are and ends the connection. */
function writing(bytes: (exchange: RawExchange) => string): Fault['transform'] {
  return onConnection((exchange) => void exchange.request.socket.end(bytes(exchange)));
}

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

const rows: readonly (Omit<Fault, 'at' | 'caughtBy'> & { readonly at: EndpointName })[] = [
  {
    name: 'citations-hang',
    breaks: 'ENDPOINT-3',
    at: 'citations',
    statement: 'No answer ever comes to a request for citations.',
    transform: onConnection(() => undefined),
  },
  {
    name: 'extractions-hang-in-body',
    breaks: 'ENDPOINT-6',
    at: 'extractions',
    statement: 'The list of extractions begins, and never goes on.',
    transform: onConnection(
      ({ request }) => void request.socket.write(`${head}Content-Length: 500\r\n\r\n[{`),
    ),
  },
  {
    name: 'users-connection-reset',
    breaks: 'ENDPOINT-13',
    at: 'users',
    statement: 'The connection is cut before any answer about the user.',
    transform: onConnection(({ request }) => void request.socket.resetAndDestroy()),
  },
  {
    name: 'project-cut-in-body',
    breaks: 'ENDPOINT-2',
    at: 'project',
    statement: 'The connection ends in the middle of a project.',
    transform: writing(({ answer }) => {
      const text = textOf(answer);
      return `${head}Content-Length: ${text.length}\r\n\r\n${text.slice(0, text.length / 2)}`;
    }),
  },
  {
    name: 'key-questions-not-http',
    breaks: 'VERSION-2',
    at: 'key-questions',
    statement: 'What comes is not HTTP.',
    transform: writing(() => 'SSH-2.0-OpenSSH_9.2\r\n'),
  },
  {
    name: 'sr360-records-bad-chunks',
    breaks: 'ENDPOINT-8',
    at: 'sr360-records',
    statement: 'The body is cut into chunks whose sizes are no numbers.',
    transform: writing(() => `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n[]\r\n0\r\n\r\n`),
  },
  {
    name: 'form-templates-not-compressed',
    breaks: 'ENDPOINT-10',
    at: 'form-templates',
    statement: 'The body is declared as gzip and is not.',
    transform: writing(() => `${head}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n[]`),
  },
];

export const connectionFaults: readonly Fault[] = [
  ...rows.map(({ at, ...row }) => ({
    ...row,
    caughtBy: 'availability.endpoint-answers',
    at: endpointNames[at],
  })),
  {
    name: 'import-connection-reset',
    breaks: 'ENDPOINT-11',
    caughtBy: 'availability.import-answers',
    at: endpointNames.import,
    statement: 'The connection is cut before any answer to an import.',
    transform: onConnection(({ request }) => void request.socket.resetAndDestroy()),
  },
  {
    name: 'one-in-three-crashes',
    breaks: 'SERVICE-8',
    caughtBy: 'availability.documented-status',
    at: everywhere,
    statement: 'Every third success is a 500 in its place.',
    transform: (at) => {
      let successes = 0;
      return {
        transformAnswer: (answer, request) => {
          if (!isAt(request, at) || !isSuccess(answer)) return answer;
          successes += 1;
          return successes % 3 === 0 ? errorAnswer(500, 'Something went wrong.') : answer;
        },
      };
    },
  },
];
