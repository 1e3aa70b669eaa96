import { textOf } from '../answer.ts';
import { everywhere, isAt, type RawExchange, type TransformAt } from '../transform-builders.ts';
import { type Fault, withCommon } from './fault.ts';

/** Takes over the connection in place of an answer. */
function onConnection(takeOver: (exchange: RawExchange) => void): TransformAt {
  return (at = everywhere) => ({
    raw: (exchange) => {
      if (!isAt(exchange.apiRequest, at)) return false;
      takeOver(exchange);
      return true;
    },
  });
}

/** Writes bytes as they are and ends the connection. */
function writeRaw(bytes: (exchange: RawExchange) => string): TransformAt {
  return onConnection((exchange) => void exchange.request.socket.end(bytes(exchange)));
}

const reset = onConnection(({ request }) => void request.socket.resetAndDestroy());

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** The connection breaks, hangs, or carries something other than an HTTP answer. */
export const connectionFaults: readonly Fault[] = withCommon({ caughtBy: 'availability.endpoint-answers' }, [
  {
    name: 'citations-hang',
    breaks: 'ENDPOINT-3',
    at: 'GET /api/v3/citations',
    statement: 'No answer ever comes to a request for citations.',
    transform: onConnection(() => undefined),
  },
  {
    name: 'extractions-hang-in-body',
    breaks: 'ENDPOINT-6',
    at: 'GET /api/v3/extractions',
    statement: 'The list of extractions begins and never ends.',
    transform: onConnection(
      ({ request }) => void request.socket.write(`${head}Content-Length: 500\r\n\r\n[{`),
    ),
  },
  {
    name: 'users-connection-reset',
    breaks: 'ENDPOINT-13',
    at: 'GET /api/v3/users',
    statement: 'The connection is cut before any answer about the user.',
    transform: reset,
  },
  {
    name: 'project-cut-in-body',
    breaks: 'ENDPOINT-2',
    at: 'GET /api/v3/projects/:id',
    statement: 'The connection ends in the middle of a project.',
    transform: writeRaw(({ answer }) => {
      const text = textOf(answer);
      return `${head}Content-Length: ${text.length}\r\n\r\n${text.slice(0, text.length / 2)}`;
    }),
  },
  {
    name: 'key-questions-not-http',
    breaks: 'VERSION-2',
    at: 'GET /api/v3/key_questions',
    statement: 'The answer is not HTTP.',
    transform: writeRaw(() => 'SSH-2.0-OpenSSH_9.2\r\n'),
  },
  {
    name: 'sr360-records-bad-chunks',
    breaks: 'ENDPOINT-8',
    at: 'GET /api/v3/sd_meta_data',
    statement: 'The body comes in chunks whose sizes are not numbers.',
    transform: writeRaw(() => `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n[]\r\n0\r\n\r\n`),
  },
  {
    name: 'import-connection-reset',
    breaks: 'ENDPOINT-11',
    caughtBy: 'availability.import-answers',
    at: 'POST /api/v3/fhir_imports',
    statement: 'The connection is cut before any answer to an import.',
    transform: reset,
  },
]);
