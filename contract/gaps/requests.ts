import { type Endpoint, type EndpointId, isRead } from '../document/endpoints.ts';
import { isClientError, isSuccess, mediaTypeOf } from '../judging/answers.ts';
import type { Answer, Exchange } from '../judging/exchange.ts';
import { unknownPath } from '../judging/request.ts';
import { type Gap, observedGap, unobservedGap } from './observe.ts';

const atProjects = ({ id }: Endpoint): boolean => id === 'GET /api/v3/projects';
const aFew: readonly EndpointId[] = ['GET /api/v3/projects', 'GET /api/v3/citations', 'GET /api/v3/users'];
const atAFew = ({ id }: Endpoint): boolean => aFew.includes(id);

/** Survey-only gaps at a few endpoints, and at the list of projects alone. */
const surveyed = { section: '4', tier: 'survey', at: atAFew } as const;
const surveyedAtProjects = { section: '4', tier: 'survey', at: atProjects } as const;

function headerOf(exchange: Exchange | undefined, name: string): string | undefined {
  return exchange?.answer?.headers[name];
}

function statusOf({ answer }: Exchange): string | undefined {
  return answer?.status.toString();
}

export const requestGaps: readonly Gap[] = [
  observedGap({
    id: 'GAP-CITATIONS-PROJECT',
    section: '4',
    statement:
      'Which query parameter names the project whose citations are listed, and whether it is required.',
    matters: 'Without the right parameter a client gets no citations, or those of another project.',
    at: ({ projectScoped }) => projectScoped === true,
    observe: ({ valid }) => {
      if (!isSuccess(valid)) return undefined;
      const names = [...new URLSearchParams(valid.url.split('?')[1]).keys()].filter(
        (name) => name !== 'api_key',
      );
      return names.length === 0 ? 'none needed' : names.join(', ');
    },
  }),
  observedGap({
    id: 'GAP-LIST-PARAMETERS',
    ...surveyed,
    statement: 'Filters, sorting and paging of lists.',
    matters:
      'Where they have no effect, a client gets the whole list each time, and has to be ready for its size.',
    requests: { plain: { key: 'valid' }, paged: { key: 'valid', query: { page: '1', per_page: '1' } } },
    observe: ({ plain: { answer }, paged }) => {
      if (paged.answer === undefined) return undefined;
      const { status, digest } = paged.answer;
      return `${status}, ${answer?.status === status && answer.digest === digest ? 'same' : 'other'} answer`;
    },
  }),
  observedGap({
    id: 'GAP-UNKNOWN-PARAMETER',
    ...surveyed,
    statement: 'The effect of a query parameter that the service does not know.',
    matters: 'A misspelt parameter that is ignored gives wrong results without an error.',
    requests: { odd: { key: 'valid', query: { no_such_parameter: '1' } } },
    observe: ({ odd }) => statusOf(odd),
  }),
  observedGap({
    id: 'GAP-UNKNOWN-ID',
    section: '4',
    statement: 'The answer for an id that no record has.',
    matters: 'A client tells a record that is gone from one that it may not read by this status.',
    at: ({ path }) => path.endsWith('/:id'),
    requests: { unknown: { key: 'valid', id: 'unknown' } },
    clientsRely: true,
    observe: ({ unknown }) => statusOf(unknown),
  }),
  observedGap({
    id: 'GAP-UNKNOWN-PATH',
    ...surveyedAtProjects,
    statement: 'The answer for a path that the document does not name.',
    matters: 'By this answer a client recognizes that its address is wrong.',
    requests: { odd: unknownPath },
    observe: ({ odd }) => statusOf(odd),
  }),
  observedGap({
    id: 'GAP-TRAILING-SLASH',
    ...surveyedAtProjects,
    statement: 'Whether a path may end in a slash.',
    matters: 'Some libraries add a slash; if it is refused or redirected, they fail or send the key twice.',
    requests: { odd: { key: 'valid', path: '/api/v3/projects/' } },
    observe: ({ odd }) => statusOf(odd),
  }),
  observedGap({
    id: 'GAP-HEAD',
    ...surveyed,
    statement: 'The method HEAD.',
    matters: 'Without it, a client has to read a whole answer to learn whether a record is there.',
    requests: { head: { key: 'valid', method: 'HEAD' } },
    observe: ({ head }) => statusOf(head),
  }),
  observedGap({
    id: 'GAP-OPTIONS',
    ...surveyedAtProjects,
    statement: 'The method OPTIONS, and requests from pages of other origins.',
    matters: 'Pages of other origins can use the API in a browser only where this allows them to.',
    requests: {
      preflight: {
        key: 'none',
        method: 'OPTIONS',
        headers: { origin: 'https://client.example', 'access-control-request-method': 'GET' },
      },
    },
    observe: ({ preflight }) => {
      // A browser accepts only a successful preflight.
      const status = preflight.answer?.status ?? 0;
      const isAllowed =
        status >= 200 && status < 300 && headerOf(preflight, 'access-control-allow-origin') !== undefined;
      return `${status}, ${isAllowed ? 'other origins allowed' : 'other origins not allowed'}`;
    },
  }),
  observedGap({
    id: 'GAP-ACCEPT',
    section: '1',
    statement: 'The effect of the request header Accept.',
    matters: 'A FHIR client asks for application/fhir+json, and may get an error or another type.',
    tier: 'survey',
    at: ({ fhirType, id }) => fhirType !== undefined || id === 'GET /api/v3/projects',
    requests: {
      fhir: { key: 'valid', headers: { accept: 'application/fhir+json' } },
      xml: { key: 'valid', headers: { accept: 'application/xml' } },
    },
    observe: ({ fhir, xml }) => {
      const statusAndType = ({ answer }: Exchange): string =>
        answer === undefined ? '' : `${answer.status} ${declaredType(answer)}`;
      return `fhir+json: ${statusAndType(fhir)}, xml: ${statusAndType(xml)}`;
    },
  }),
  observedGap({
    id: 'GAP-CONTENT-TYPE',
    section: '1',
    statement: 'The content type that successes declare.',
    matters: 'Some clients read JSON only if it is declared as JSON.',
    at: isRead,
    observe: ({ valid }) =>
      isSuccess(valid) && valid.answer !== undefined ? declaredType(valid.answer) : undefined,
  }),
  observedGap({
    id: 'GAP-ERROR-CONTENT-TYPE',
    section: '1',
    statement: 'The content type that errors declare.',
    matters: 'Some clients look for the message of an error only if it is declared as JSON.',
    at: isRead,
    requests: { none: { key: 'none' } },
    observe: ({ none }) =>
      none.answer === undefined || !isClientError(none) ? undefined : declaredType(none.answer),
  }),
  observedGap({
    id: 'GAP-CONDITIONAL',
    ...surveyed,
    statement: 'Conditional requests: validators in answers, and the effect of sending them back.',
    matters: 'Without validators, a client reads everything again to learn that nothing changed.',
    requests: {
      plain: { key: 'valid' },
      conditional: { key: 'valid', headers: { 'if-none-match': '*' } },
    },
    observe: ({ plain, conditional }) => {
      const validators = ['etag', 'last-modified'].filter((name) => headerOf(plain, name) !== undefined);
      return [
        ...(validators.length === 0 ? ['no validator'] : validators),
        `If-None-Match: ${statusOf(conditional)}`,
      ].join(', ');
    },
  }),
  observedGap({
    id: 'GAP-CACHING',
    section: '4',
    statement: 'Whether answers may be cached.',
    matters: 'What a proxy may keep can be shown to another user, or be out of date.',
    at: atAFew,
    observe: ({ valid }) => headerOf(valid, 'cache-control') ?? 'not said',
  }),
  observedGap({
    id: 'GAP-COMPRESSION',
    section: '4',
    statement: 'Whether answers are compressed.',
    matters: 'Without it, large lists and Bundles take longer over slow networks.',
    at: atAFew,
    observe: ({ valid }) => headerOf(valid, 'content-encoding') ?? 'none',
  }),
  observedGap({
    id: 'GAP-COOKIES',
    section: '5',
    statement: 'Whether the API sets cookies.',
    matters: 'A client that keeps cookies may be let in by one, long after its key was revoked.',
    at: atAFew,
    observe: ({ valid }) => (headerOf(valid, 'set-cookie') === undefined ? 'no' : 'yes'),
  }),
  observedGap({
    id: 'GAP-V4-ANSWER',
    section: '9',
    statement: 'Method and answer of /api/v4/projects beyond its existence.',
    matters: 'It shows what is to come; nothing that runs today should rely on it.',
    at: ({ kind }) => kind === 'unstated',
    observe: ({ valid }) => {
      const json = valid.answer?.json;
      if (json?.ok !== true) return undefined;
      return Array.isArray(json.value) ? 'array' : typeof json.value;
    },
  }),
  unobservedGap({
    id: 'GAP-IMPORT-LIMITS',
    section: '8',
    statement: 'Size limits of requests and results.',
    notObserved: 'Finding a limit means loading the installation until it refuses.',
  }),
  unobservedGap({
    id: 'GAP-EVENTS',
    section: '6',
    statement: 'Webhooks, notifications and other events.',
    notObserved: 'The document does not say where an event would be seen.',
  }),
];

function declaredType(answer: Answer): string {
  return mediaTypeOf(answer) ?? 'no content type';
}
