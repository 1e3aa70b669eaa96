import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { type AugmentedRequest, ipKeyGenerator, rateLimit } from 'express-rate-limit';
import type { Secret } from '../../engine/secret.ts';
import { type NamedToken, namesOfSingleTokens } from '../configuration/access.ts';
import { isReadingOpen } from '../configuration/monitor-block.ts';
import type { ServiceSettings } from '../configuration/service-settings.ts';
import type { Log } from '../log.ts';
import { texts } from '../pages/shared/texts.ts';
import { sendError } from './errors.ts';

/** The holder of a token, and its role. */
export type Holder = Pick<NamedToken, 'name' | 'role'>;

export type TokenSettings = Pick<ServiceSettings, 'token' | 'namedTokens' | 'read'>;

/** Every token of the settings; the single tokens under names of their own. */
function tokensOf({ token, read, namedTokens = [] }: TokenSettings): readonly NamedToken[] {
  const { operate: operator, read: reader } = namesOfSingleTokens;
  return [
    ...(token === undefined ? [] : [{ name: operator, role: 'operate', token } as const]),
    ...(read.token === undefined ? [] : [{ name: reader, role: 'read', token: read.token } as const]),
    ...namedTokens,
  ];
}

/** Makes the lookup of a token's holder. It compares all tokens, so that its duration reveals nothing. */
export function makeHolderOf(tokens: readonly NamedToken[]): (text: string) => Holder | undefined {
  const known = tokens.map(({ name, role, token }) => ({ name, role, digest: digest(token.reveal()) }));
  return (text) => {
    const given = digest(text);
    const [found] = known.filter((one) => timingSafeEqual(one.digest, given));
    return found;
  };
}

/** Compares digests, so that its duration reveals nothing about the secret. */
export function isSame(secret: Secret, text: string): boolean {
  return timingSafeEqual(digest(secret.reveal()), digest(text));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** After this many wrong tokens or passwords from one address in a minute, wrong ones are answered with 429. */
const wrongTokens = { windowMs: 60_000, limit: 60 };
/** The maximum length of an address. Behind a proxy a client may send any text as its address. */
const longestAddress = 45;

export type CountWrong = (request: Request, response: Response) => Promise<'wrong' | 'too-often'>;

/**
 * Makes the counter of wrong tokens by address. It never sees right ones, so the operator cannot be locked out.
 * @param log receives a line when an address has exceeded the limit
 */
function makeWrongTokenCounter(log: Pick<Log, 'warn'>): CountWrong {
  const limiter = rateLimit({
    ...wrongTokens,
    keyGenerator: addressOf,
    legacyHeaders: false,
    standardHeaders: false,
    // The library would print its warnings about proxies to the console, between the lines of the log.
    validate: false,
    handler(request, _response, next) {
      const { used } = (request as AugmentedRequest).rateLimit ?? {};
      const address = addressOf(request);
      if (used === wrongTokens.limit + 1) log.warn({ address }, 'many wrong tokens come from an address');
      next('too-often');
    },
  });
  return (request, response) =>
    new Promise((resolve) => {
      limiter(request, response, (refusal?: unknown) =>
        resolve(refusal === undefined ? 'wrong' : 'too-often'),
      );
    });
}

/** The address of the client; an IPv6 address is reduced to its network. */
function addressOf({ ip = '' }: Request): string {
  return ipKeyGenerator(ip.slice(0, longestAddress));
}

/** Controls access. */
export interface Access {
  /** Passes requests that may read; answers others with 401 or 429. */
  readonly readers: RequestHandler;
  /** Passes requests with an operator's token in the header `Authorization`; `operatorOf` names its holder. */
  readonly operators: RequestHandler;
  /** Compares the token of a form with those of operators. */
  readonly checkToken: (request: Request, response: Response, token: string) => Promise<TokenCheck>;
  readonly canAct: boolean;
}

/** The holder of a token, or why it is refused. */
export type TokenCheck = { readonly who: string } | 'wrong' | 'too-often';

/** The access rules that follow from the settings of the service. */
export function makeAccess(settings: TokenSettings, log: Pick<Log, 'warn'>): Access {
  const { basic } = settings.read;
  const isOpen = isReadingOpen(settings);
  const tokens = tokensOf(settings);
  const holderOf = makeHolderOf(tokens);
  const countWrong = makeWrongTokenCounter(log);
  const canAct = tokens.some(({ role }) => role === 'operate');

  const mayRead = (request: Request): boolean => {
    const { scheme, value } = authorizationOf(request);
    if (scheme === 'bearer') return holderOf(value) !== undefined;
    if (scheme !== 'basic') return false;
    const text = Buffer.from(value, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    const user = text.slice(0, colon);
    const password = text.slice(colon + 1);
    // Browsers can only ask for a name and a password: a token is accepted as the password of any name.
    if (holderOf(password) !== undefined) return true;
    return basic !== undefined && basic.user === user && isSame(basic.password, password);
  };
  const bearerOf = (request: Request): Holder | undefined => {
    const { scheme, value } = authorizationOf(request);
    return scheme === 'bearer' ? holderOf(value) : undefined;
  };
  const mayAct = (request: Request, response: Response): boolean => {
    const holder = bearerOf(request);
    response.locals[operatorKey] = holder?.name;
    return holder?.role === 'operate';
  };
  /**
   * A handler that passes a request or refuses it with a challenge. A request without a token, or with a valid one of a
   * lesser role, does not count as a guess.
   */
  const gate =
    (
      may: (request: Request, response: Response) => boolean,
      challenge: string,
      sentence: string,
    ): RequestHandler =>
    async (request, response, next) => {
      if (may(request, response)) return next();
      const isGuess = request.get('authorization') !== undefined && bearerOf(request) === undefined;
      if (isGuess && (await countWrong(request, response)) === 'too-often') {
        return sendError(response, 429, texts.actions.problems.tooOften);
      }
      response.set('www-authenticate', challenge);
      sendError(response, 401, sentence);
    };
  const readGate = gate(
    mayRead,
    'Basic realm="evidence-contract monitor", charset="UTF-8"',
    texts.errors.signIn,
  );
  const actGate = gate(
    mayAct,
    'Bearer realm="evidence-contract monitor"',
    'This action needs an operator token: send Authorization: Bearer with MONITOR_TOKEN or a token of MONITOR_TOKENS_FILE.',
  );
  return {
    canAct,
    async checkToken(request, response, text) {
      const holder = holderOf(text);
      if (holder === undefined) return countWrong(request, response);
      return holder.role === 'operate' ? { who: holder.name } : 'wrong';
    },
    readers: (request, response, next) => (isOpen ? next() : readGate(request, response, next)),
    operators(request, response, next) {
      if (!canAct) return sendError(response, 403, texts.actions.problems.noToken);
      return actGate(request, response, next);
    },
  };
}

const operatorKey = 'operator';

/** The operator whose token `Access.operators` found. */
export function operatorOf(response: Response): string {
  return String(response.locals[operatorKey]);
}

function authorizationOf(request: Request): { readonly scheme: string; readonly value: string } {
  const [scheme = '', value = ''] = (request.get('authorization') ?? '').split(' ', 2);
  return { scheme: scheme.toLowerCase(), value };
}

/**
 * True unless a browser reports that a page of another site sent this request. A client that sends neither
 * `Sec-Fetch-Site` nor `Origin` is not a browser, so no page can have caused the request.
 */
export function isSameOrigin(request: Request, publicUrl: string | undefined): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  // Browsers omit Sec-Fetch-Site over plain HTTP; old ones always do.
  const origin = request.get('origin');
  if (origin === undefined) return true;
  const host = hostIn(origin);
  // Only hosts are compared: behind a TLS proxy this service does not see that the page used https.
  return host !== undefined && (host === request.get('host')?.toLowerCase() || host === hostIn(publicUrl));
}

/** Undefined for the origin `null`, which a page sends that hides its origin. */
function hostIn(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : undefined;
}
