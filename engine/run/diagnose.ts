import { endpointOf } from '../../contract/document/endpoints.ts';
import { answeredPhrase, exchangePhrase, factsOf } from '../../contract/facts.ts';
import {
  classify,
  errorMessageOf,
  isClientError,
  isFailing,
  isGatewayAnswer,
  isSameAnswerElsewhere,
  isSuccess,
  isUndecodable,
  partsOfUrl,
} from '../../contract/judging/answers.ts';
import { quote, shorten } from '../../contract/judging/describe.ts';
import { type Exchange, wasAsked, whyUnread } from '../../contract/judging/exchange.ts';
import { hasValidKey } from '../../contract/judging/request.ts';
import type { SentAt } from '../../contract/scope.ts';
import type { Installation } from '../configuration/installation.ts';
import { withoutSlashesAtEnd } from '../configuration/parsers.ts';
import type { Diagnosis } from '../evidence/collected-evidence.ts';
import type { Asker } from './asker.ts';
import {
  everyPath,
  preflightRequests,
  selectionPreflight,
  usualPreflight,
  type WantedRequest,
} from './plan.ts';

/**
 * Sends the few requests that show whether something prevents the whole run. Unless they refuse the key both ways,
 * every documented path is requested before the run concludes that this is another API, or that the service is down.
 */
export async function runPreflight(
  installation: Installation,
  wanted: readonly WantedRequest[],
  { sendExactly }: Asker,
): Promise<Diagnosis | undefined> {
  const askAll = async (all: readonly SentAt[]): Promise<readonly Exchange[]> => {
    const asked = all.map(({ endpoint, request }) => sendExactly(endpoint, request));
    return (await Promise.all(asked)).filter(wasAsked);
  };
  const own = preflightRequests(wanted);
  if (own.length === 0) {
    const selected = await askAll(selectionPreflight(wanted, installation));
    if (selected.length === 0 || selected.some(isOfWorkingService)) return undefined;
  }
  const first = await askAll(own.length === 0 ? usualPreflight : own);
  if (first.length === 0) return undefined;
  const early = diagnoseEarly(installation.baseUrl, first);
  if (early !== undefined || !first.some((one) => hasValidKey(one.request))) return early;
  const keyed = first.filter(({ request }) => hasValidKey(request));
  const askByQuery = (): Promise<readonly Exchange[]> =>
    askAll(keyed.map(({ endpoint: id }) => ({ endpoint: endpointOf(id), request: { key: 'query' } })));
  if (keyed.every(isFailing)) {
    const inHeader = await askAll(everyPath(installation).filter(({ request }) => request.key === 'header'));
    if (!inHeader.every(failsBeforeWork)) return undefined;
    return diagnoseDown(installation.baseUrl, [...inHeader, ...(await askByQuery())]);
  }
  if (keyed.some(isLikeThisApi)) return undefined;
  if (keyed.every(refusesKey)) {
    // Two endpoints that refuse the key both ways are enough: trying everywhere might lock the client out.
    const byQuery = await askByQuery();
    if (byQuery.every(refusesKey)) return diagnoseAll(installation.baseUrl, [...keyed, ...byQuery], first);
  }
  const all = await askAll(everyPath(installation));
  return diagnoseAll(installation.baseUrl, all.length === 0 ? first : all, first);
}

/** The diagnosis from the first answers, without any further request. Pure. */
export function diagnoseEarly(baseUrl: string, all: readonly Exchange[]): Diagnosis | undefined {
  const keyed = all.filter(({ request }) => hasValidKey(request));
  const [first] = [...keyed, ...all];
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
  if (keyed.length > 0 && keyed.every(({ throttled }) => throttled)) {
    return {
      state: 'throttled',
      cause: `${baseUrl} throttles every request: ${exchangePhrase(first)}${waitPhrase(first)}. Ask its administrator for a higher limit, or lower PACE.`,
    };
  }
  // A gateway may refuse a missing key by itself. Each of these answers is the last of several, seconds apart.
  if (keyed.length > 0 && (keyed.length > 1 ? keyed : all).every(isGatewayAnswer)) {
    return {
      state: 'unreachable',
      cause: `A server answers at ${baseUrl}, but the service behind it does not: ${exchangePhrase(first)}${maintenanceQuote(first)}.`,
    };
  }
  if (keyed.length > 1 && all.length > keyed.length && all.every((one) => isSameAnswer(one, first))) {
    return {
      state: 'not-this-api',
      cause: `${baseUrl} gives the same answer to every request, with and without a key: ${exchangePhrase(first)}. Check BASE_URL: it is the address before /api/v3.`,
    };
  }
  return undefined;
}

/** The cause "the service is down", if it fails for every valid key: answers without a key prove nothing. Pure. */
function diagnoseDown(baseUrl: string, all: readonly Exchange[]): Diagnosis | undefined {
  const failing = all.filter(isFailing);
  const shown = failing.find(({ answer }) => answer !== undefined) ?? failing[0];
  if (shown === undefined || !all.every(failsBeforeWork)) return undefined;
  return {
    state: 'unreachable',
    cause: `The service at ${baseUrl} fails: no request with a valid key succeeded at any of ${pathsOf(all)} documented paths: ${exchangePhrase(shown)}${maintenanceQuote(shown)}.`,
  };
}

/**
 * The diagnosis from the answers of every documented path to a valid key, presented both ways. Pure.
 * @param asked the first requests; those without a key show whether the service distinguishes keys
 */
export function diagnoseAll(
  baseUrl: string,
  all: readonly Exchange[],
  asked: readonly Exchange[] = [],
): Diagnosis | undefined {
  const [first] = all;
  if (first === undefined || all.some(isLikeThisApi)) return undefined;
  const withoutKey = asked.filter(({ request }) => !hasValidKey(request));
  if (withoutKey.some((one) => isAcceptedInstead(one, all))) return undefined;
  const refused = all.filter(refusesKey);
  const [refusal] = refused;
  if (refusal !== undefined && all.every((one) => refusesKey(one) || isNowhere(one))) {
    const isBlocked = withoutKey.some(
      (one) => one.answer?.status === 403 && isSameAnswerElsewhere(one, refusal),
    );
    const isOfService = refusal.answer !== undefined && errorMessageOf(refusal.answer) !== undefined;
    const otherwise = isOfService
      ? 'Copy'
      : 'This is not the JSON error of the API: a proxy before it may want a login of its own. Otherwise copy';
    const advice = isBlocked
      ? 'A request without a key gets the same answer: a firewall or a proxy may block this machine. Otherwise copy'
      : otherwise;
    return {
      state: 'key-rejected',
      cause: `${baseUrl} refuses the configured key in the header and in the query: ${refusal.endpoint} ${answeredPhrase(factsOf(refusal))}. ${advice} the key from the Storage tab of the profile page.`,
    };
  }
  const redirected = slashRedirect(first);
  if (redirected !== undefined && all.every((one) => slashRedirect(one) === redirected)) {
    const advice =
      redirected === 'with'
        ? 'TRAILING_SLASH=true asks for the paths with the slash.'
        : 'Without TRAILING_SLASH the paths are asked for as the document writes them.';
    return {
      state: 'unknown',
      cause: `${baseUrl} redirects to the same path ${redirected} a slash at its end, and a key is not sent along a redirect: ${exchangePhrase(first)}. ${advice}`,
    };
  }
  if (!all.every(isForeign)) return undefined;
  const json = isSuccess(first) ? first.answer?.json : undefined;
  const body = json?.ok === false ? `, and its body is not JSON (${json.reason})` : '';
  return {
    state: 'not-this-api',
    cause: `${baseUrl} does not answer as this API at any of ${pathsOf(all)} documented paths, with the key in the header and in the query: ${exchangePhrase(first)}${body}. ${foreignAdvice(first)}`,
  };
}

function pathsOf(all: readonly Exchange[]): number {
  return new Set(all.map(({ endpoint }) => endpoint)).size;
}

function unreachableCause(baseUrl: string, { failure }: Exchange): string {
  const reason = failure?.reason ?? 'no answer came';
  // If the case is known, the reason says what to do.
  if (reason.includes('; ')) return `${baseUrl} cannot be reached: ${reason}.`;
  const usual = 'Check that BASE_URL is the address of the service.';
  const advice: Readonly<Record<string, string>> = {
    dns: 'Check the host name in BASE_URL.',
    refused: 'Check that the service runs there, and BASE_URL and its port.',
    tls: 'Check the certificate, CA_FILE and the client certificate.',
    proxy: 'Check HTTPS_PROXY and NO_PROXY.',
    timeout: 'Check that the service runs; TIMEOUT_MS allows it more time.',
    protocol:
      'Check that BASE_URL has the right scheme (http or https) and port, and whether the server keeps to HTTP.',
    // With TLS 1.3 a server accepts the connection before it notices that the client certificate is missing.
    reset: baseUrl.startsWith('https:')
      ? `${usual} If it demands a client certificate, set CLIENT_CERT_FILE and CLIENT_KEY_FILE.`
      : usual,
  };
  return `${baseUrl} cannot be reached: ${reason}. ${advice[failure?.kind ?? ''] ?? usual}`;
}

function refusesKey(exchange: Exchange): boolean {
  return classify(exchange) === 'refusal' || exchange.answer?.status === 403;
}

function waitPhrase({ answer }: Exchange): string {
  const wait = answer?.headers['retry-after'];
  return wait === undefined ? '' : `, which asks to wait (Retry-After: ${shorten(wait, 40)})`;
}

/** Quotes a maintenance page: only an announced window counts as maintenance. */
function maintenanceQuote({ answer }: Exchange): string {
  if (answer === undefined || !/maintenance/i.test(answer.excerpt)) return '';
  const visible = answer.excerpt.replaceAll(/<(?:style|script)[^<>]*>[^<]*<\//gi, ' <');
  const text = shorten(visible.replaceAll(/<[^<>]*>?/g, ' '), 300);
  // The message of a JSON error is quoted with the answer.
  const page = answer.json.ok ? '' : ` with a page that says ${quote(text)}`;
  return `${page}; announce a maintenance window if this is planned`;
}

/**
 * It fails, or refuses before it does any work: a list may require the project, which no run knows while the projects
 * fail.
 */
function failsBeforeWork(exchange: Exchange): boolean {
  return isFailing(exchange) || (isClientError(exchange) && !refusesKey(exchange) && !isNowhere(exchange));
}

/**
 * An answer that this API could give to a valid key: a JSON success, a JSON error of another kind than "not found", or
 * a fault.
 */
function isLikeThisApi(exchange: Exchange): boolean {
  const { answer } = exchange;
  if (answer === undefined) return false;
  if (answer.unread !== undefined || isUndecodable(exchange)) return true;
  if (answer.status >= 500) return answer.json.ok && !isNowhere(exchange);
  if (isSuccess(exchange)) return answer.json.ok;
  return errorMessageOf(answer) !== undefined && !isNowhere(exchange) && !refusesKey(exchange);
}

/** An answer after which a selection is judged on its own. */
function isOfWorkingService(exchange: Exchange): boolean {
  if (exchange.throttled) return true;
  return hasValidKey(exchange.request) ? isLikeThisApi(exchange) : !isFailing(exchange);
}

/**
 * A request without a key that is refused as documented, at a path where a valid key succeeds: the service
 * distinguishes keys.
 */
function isAcceptedInstead(one: Exchange, all: readonly Exchange[]): boolean {
  const isRefused =
    classify(one) === 'refusal' && one.answer !== undefined && errorMessageOf(one.answer) !== undefined;
  return isRefused && all.some((other) => other.endpoint === one.endpoint && isSuccess(other));
}

function isNowhere({ answer }: Exchange): boolean {
  return answer !== undefined && [404, 405, 410, 501].includes(answer.status);
}

/** An answer that this API would not give to a valid key. */
function isForeign(exchange: Exchange): boolean {
  const { answer } = exchange;
  return answer !== undefined && !isLikeThisApi(exchange) && (answer.status < 500 || isNowhere(exchange));
}

/** Whether an answer redirects to the same path with or without a trailing slash. */
function slashRedirect({ answer, url }: Exchange): 'with' | 'without' | undefined {
  const location = answer?.headers.location;
  if (answer === undefined || location === undefined) return undefined;
  if (![301, 302, 307, 308].includes(answer.status) || !URL.canParse(location, url)) return undefined;
  const [from, to] = [new URL(url), new URL(location, url)];
  // A redirect to https leads to another address, which must become the BASE_URL.
  if (from.hostname !== to.hostname || (from.protocol === 'http:' && to.protocol === 'https:'))
    return undefined;
  if (to.pathname === `${from.pathname}/`) return 'with';
  return from.pathname === `${to.pathname}/` ? 'without' : undefined;
}

/** The same success for different requests: the server ignores the path. */
function isSameAnswer(exchange: Exchange, first: Exchange): boolean {
  const [one, other] = [exchange.answer, first.answer];
  if (one === undefined || other === undefined || one.status < 200 || one.status > 299) return false;
  if (isUndecodable(exchange) || isUndecodable(first)) return false;
  if (one.unread !== undefined || other.unread !== undefined) return false;
  return one.status === other.status && one.bytes === other.bytes && one.excerpt === other.excerpt;
}

function foreignAdvice(exchange: Exchange): string {
  const { status = 0, headers = {}, excerpt = '' } = exchange.answer ?? {};
  if (status >= 300 && status < 400 && headers.location !== undefined)
    return redirectAdvice(exchange, headers.location);
  if (status === 400 && /HTTP request.{0,20} to (an )?HTTPS|to an SSL-enabled/i.test(excerpt))
    return 'The port speaks TLS: write https:// in BASE_URL.';
  if (status === 400 && /(SSL|TLS|client) certificate/i.test(excerpt))
    return 'It seems to demand a client certificate that it knows: set CLIENT_CERT_FILE and CLIENT_KEY_FILE.';
  return 'Check BASE_URL: it is the address before /api/v3. If it is, and only its lists are missing, name records: PROJECT_ID, CITATION_ID, EXTRACTION_ID, SD_META_DATA_ID.';
}

/** The address to configure is the part before the requested path, if a redirect keeps that path. */
function redirectAdvice({ url }: Exchange, location: string): string {
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined;
  const asked = withoutSlashesAtEnd(partsOfUrl(url).pathname);
  const path = asked.slice(asked.lastIndexOf('/api/v'));
  const rest = withoutSlashesAtEnd(target?.pathname ?? '');
  if (target === undefined || !rest.endsWith(path))
    return 'Check BASE_URL: it is the address before /api/v3.';
  const base = target.origin + rest.slice(0, rest.length - path.length);
  if (target.href === url)
    return 'It redirects to itself: a proxy may not tell the service that the request came by https (X-Forwarded-Proto), or it wants a cookie.';
  return `It redirects to another address; if that is the service, make ${base} the BASE_URL.`;
}
