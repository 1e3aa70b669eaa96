import {
  classify,
  errorMessageOf,
  isObject,
  isSameErrorElsewhere,
  saysUnauthorized,
} from '../../contract/answers.ts';
import { answerPhrase, requestPhrase, shorten } from '../../contract/describe.ts';
import type { Exchange } from '../../contract/exchange.ts';
import { whyUnread } from '../../contract/unread.ts';
import { withoutSlashesAtEnd } from '../configuration/parsers.ts';
import type { Diagnosis } from '../evidence/collected-evidence.ts';

/** True if every request with the key was refused. */
export function isKeyRefusedEverywhere(keyed: readonly Exchange[]): boolean {
  return keyed.length > 0 && keyed.every(refusesKey);
}

/**
 * Finds what prevents a whole run, if anything does. Pure.
 * @param keyed exchanges with a valid key, in the header and, if it was tried, in the query
 * @param unkeyed exchanges without a key, which show whether such an API answers at all
 */
export function diagnose(
  baseUrl: string,
  keyed: readonly Exchange[],
  unkeyed: readonly Exchange[],
): Diagnosis | undefined {
  const all = [...keyed, ...unkeyed];
  const first = all[0];
  if (first === undefined) return undefined;
  const beyond = all.map(whyUnread).find((reason) => reason !== undefined);
  if (
    beyond !== undefined &&
    all.every(({ answer }) => answer === undefined || answer.unread !== undefined)
  ) {
    return {
      state: 'unknown',
      cause: `${baseUrl} answers beyond what this suite reads: ${beyond}. The document states no sizes, so nothing was judged.`,
    };
  }
  if (all.every(({ answer }) => answer === undefined))
    return { state: 'unreachable', cause: unreachableCause(baseUrl, first) };
  if (all.every(saysMaintenance)) return maintenance(baseUrl, first);
  if (keyed.length > 0 && keyed.every(({ throttled }) => throttled)) {
    return {
      state: 'throttled',
      cause: `${baseUrl} throttles every request: ${describeExchange(first)}${waitPhrase(first)}. Ask its administrator for a higher limit, or lower PACE.`,
    };
  }
  if (keyed.length === 0) return undefined;
  if (all.every(isMaintenancePage)) return maintenance(baseUrl, first);
  if (all.every(isGatewayError)) {
    return {
      state: 'unreachable',
      cause: `A gateway answers at ${baseUrl}, but the service behind it does not: ${describeExchange(first)}.`,
    };
  }
  if (isKeyRefusedEverywhere(keyed)) {
    return {
      state: 'key-rejected',
      cause: `${baseUrl} refuses the configured key in the header and in the query: ${describeExchange(first)}. Copy the key from the Storage tab of the profile page.`,
    };
  }
  const redirected = slashRedirect(first);
  if (redirected !== undefined && keyed.every((one) => slashRedirect(one) === redirected))
    return { state: 'unknown', cause: slashCause(baseUrl, first, redirected) };
  if (keyed.every(isForeign) && !unkeyed.some(isApiRefusal))
    return { state: 'not-this-api', cause: foreignCause(baseUrl, first) };
  if (keyed.length > 1 && unkeyed.length > 0 && all.every((one) => isSameAnswer(one, first))) {
    return {
      state: 'not-this-api',
      cause: `${baseUrl} gives the same answer to every request, with and without a key: ${describeExchange(first)}. Check BASE_URL: it is the address before /api/v3.`,
    };
  }
  return undefined;
}

/**
 * True where the key was checked and then neither path was found: the paths may exist, or the base URL is wrong. What
 * other paths are answered shows which.
 */
export function mayHaveWrongPrefix(keyed: readonly Exchange[], unkeyed: readonly Exchange[]): boolean {
  return keyed.length > 1 && keyed.every(isNowhere) && unkeyed.some(isApiRefusal);
}

/**
 * Finds that every documented path is answered as one that does not exist. Pure.
 * @param known exchanges at several documented endpoints, with a valid key
 * @param odd the exchange at a path that no installation has, with the same key
 */
export function diagnoseWrongPrefix(
  baseUrl: string,
  known: readonly Exchange[],
  odd: Exchange,
): Diagnosis | undefined {
  const [first] = known;
  if (first === undefined || !known.every((one) => isNowhere(one) && isSameErrorElsewhere(one, odd)))
    return undefined;
  const advice = 'Check BASE_URL: it is the address before /api/v3, with no part of another path.';
  return {
    state: 'not-this-api',
    cause: `${baseUrl} checks the key and then answers every path of this API as one that does not exist: ${describeExchange(first)}. ${advice}`,
  };
}

function describeExchange(exchange: Exchange): string {
  return `${requestPhrase(exchange)} ${answerPhrase(exchange)}`;
}

function unreachableCause(baseUrl: string, { failure }: Exchange): string {
  const reason = failure?.reason ?? 'no answer came';
  // Where the case is known, the reason says what to do.
  if (reason.includes('; ')) return `${baseUrl} cannot be reached: ${reason}.`;
  const advice: Readonly<Record<string, string>> = {
    dns: 'Check the host name in BASE_URL.',
    refused: 'Check that the service runs there, and BASE_URL and its port.',
    tls: 'Check the certificate, CA_FILE and the client certificate.',
    proxy: 'Check HTTPS_PROXY and NO_PROXY.',
    timeout: 'Check that the service runs; TIMEOUT_MS allows it more time.',
    protocol: 'Check that BASE_URL has the right scheme (http or https) and port.',
    ...(baseUrl.startsWith('https:') ? { reset: resetOverTls } : {}),
  };
  const help = advice[failure?.kind ?? ''] ?? 'Check that BASE_URL is the address of the service.';
  return `${baseUrl} cannot be reached: ${reason}. ${help}`;
}

/** With TLS 1.3 a server accepts the connection before it finds that the certificate of the client is missing. */
const resetOverTls =
  'Check that BASE_URL is the address of the service. If it demands a client certificate, set CLIENT_CERT_FILE and CLIENT_KEY_FILE.';

function refusesKey(exchange: Exchange): boolean {
  return classify(exchange) === 'refusal' || exchange.answer?.status === 403;
}

function maintenance(baseUrl: string, first: Exchange): Diagnosis {
  return { state: 'maintenance', cause: `${baseUrl} shows a maintenance page: ${describeExchange(first)}.` };
}

function waitPhrase({ answer }: Exchange): string {
  const wait = answer?.headers['retry-after'];
  return wait === undefined ? '' : `, which asks to wait (Retry-After: ${shorten(wait, 40)})`;
}

function saysMaintenance({ answer }: Exchange): boolean {
  return answer?.status === 503 && /maintenance/i.test(answer.excerpt);
}

function isMaintenancePage({ answer }: Exchange): boolean {
  return answer?.status === 503 && !answer.json.ok && answer.unread === undefined;
}

function isGatewayError({ answer }: Exchange): boolean {
  return (answer?.status === 502 || answer?.status === 504) && !answer.json.ok && answer.unread === undefined;
}

function isNowhere({ answer }: Exchange): boolean {
  return answer !== undefined && [404, 405, 410].includes(answer.status);
}

/** Whether an answer redirects to the same path with a slash at its end, or without it. */
function slashRedirect({ answer, url }: Exchange): 'with' | 'without' | undefined {
  const location = answer?.headers.location;
  if (answer === undefined || location === undefined) return undefined;
  if (![301, 302, 307, 308].includes(answer.status) || !URL.canParse(location, url)) return undefined;
  const [from, to] = [new URL(url), new URL(location, url)];
  // To https it is the way to another address: that is to be the BASE_URL.
  if (from.hostname !== to.hostname || (from.protocol === 'http:' && to.protocol === 'https:'))
    return undefined;
  if (to.pathname === `${from.pathname}/`) return 'with';
  return from.pathname === `${to.pathname}/` ? 'without' : undefined;
}

function slashCause(baseUrl: string, exchange: Exchange, redirected: 'with' | 'without'): string {
  const advice =
    redirected === 'with'
      ? 'TRAILING_SLASH=true asks for the paths with the slash.'
      : 'Without TRAILING_SLASH the paths are asked for as the document writes them.';
  return `${baseUrl} redirects to the same path ${redirected} a slash at its end, and a key follows no redirect: ${describeExchange(exchange)}. ${advice}`;
}

/** An answer that this API would not give to a valid key: an unknown path, a redirect, or something other than JSON. */
function isForeign(exchange: Exchange): boolean {
  const { answer } = exchange;
  if (answer === undefined) return false;
  if (isNowhere(exchange)) return true;
  if (answer.status >= 300 && answer.status < 400) return true;
  return answer.status < 500 && !answer.json.ok && answer.unread === undefined;
}

/** The same answer to different requests, other than a 5xx: the server ignores the path. */
function isSameAnswer({ answer: one }: Exchange, { answer: other }: Exchange): boolean {
  if (one === undefined || other === undefined || one.status >= 500) return false;
  if (one.unread !== undefined || other.unread !== undefined) return false;
  return one.status === other.status && one.bytes === other.bytes && one.excerpt === other.excerpt;
}

/** A refusal such as this API gives to a request without a key. */
function isApiRefusal(exchange: Exchange): boolean {
  const { answer } = exchange;
  if (answer === undefined || answer.status < 400 || answer.status > 499 || answer.status === 404)
    return false;
  if (!answer.json.ok || !isObject(answer.json.value)) return false;
  return errorMessageOf(answer) !== undefined || saysUnauthorized(answer);
}

function foreignCause(baseUrl: string, exchange: Exchange): string {
  return `${baseUrl} does not answer as this API: ${describeExchange(exchange)}. ${foreignAdvice(exchange)}`;
}

function foreignAdvice(exchange: Exchange): string {
  const { answer } = exchange;
  const location = answer?.headers.location;
  if (answer !== undefined && answer.status >= 300 && answer.status < 400 && location !== undefined)
    return redirectAdvice(exchange, location);
  if (answer?.status === 400 && /HTTP request.{0,20} to (an )?HTTPS|to an SSL-enabled/i.test(answer.excerpt))
    return 'The port speaks TLS: write https:// in BASE_URL.';
  if (answer?.status === 400 && /(SSL|TLS|client) certificate/i.test(answer.excerpt))
    return 'It seems to demand a client certificate that it knows: set CLIENT_CERT_FILE and CLIENT_KEY_FILE.';
  return 'Check BASE_URL: it is the address before /api/v3.';
}

/** The address to configure is what stands before the path that was asked for, where a redirect keeps that. */
function redirectAdvice({ url }: Exchange, location: string): string {
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined;
  const asked = withoutSlashesAtEnd(new URL(url).pathname);
  const path = asked.slice(asked.lastIndexOf('/api/v'));
  const rest = withoutSlashesAtEnd(target?.pathname ?? '');
  if (target === undefined || !rest.endsWith(path))
    return `It redirects to ${location.slice(0, 200)}. Check BASE_URL: it is the address before /api/v3.`;
  const base = target.origin + rest.slice(0, rest.length - path.length);
  return `It redirects to another address; if that is the service, make ${base} the BASE_URL.`;
}
