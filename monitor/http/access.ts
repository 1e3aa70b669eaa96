import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { Secret } from '../../engine/secret.ts';
import type { ServiceSettings } from '../configuration/service-settings.ts';
import { sendError } from './errors.ts';

/** Who may do what. */
export interface Access {
  /** Lets through who may read; refuses others by 401. */
  readonly readers: RequestHandler;
  /** Lets through who sends the operator's token in the header `Authorization`. */
  readonly operators: RequestHandler;
  /** Compares the token of a form with the operator's. */
  readonly checkToken: (request: Request, response: Response, token: string) => Promise<TokenCheck>;
  readonly canAct: boolean;
}

export type TokenCheck = 'right' | 'wrong' | 'too-often';

/** Why actions are refused where no token is configured. */
export const noTokenSentence =
  'Actions are switched off, because no operator token is configured. Set MONITOR_TOKEN (or MONITOR_TOKEN_FILE) and restart the monitor.';

export const tooOftenSentence = 'Too many wrong tokens came from this address. Wait a minute.';

/** Wrong tokens and passwords of one address in a minute, above which the answer is 429. */
const wrongTokens = { windowMs: 60_000, limit: 60 };

/** Makes the rules of access from the settings of the service. */
export function makeAccess({ token, read }: Pick<ServiceSettings, 'token' | 'read'>): Access {
  const isOpen = read.token === undefined && read.basic === undefined;
  const readTokens = [read.token, token].filter((one) => one !== undefined);
  const countWrong = makeFailureCounter();

  const mayRead = (request: Request): boolean => {
    const { scheme, value } = authorizationOf(request);
    if (scheme === 'bearer') return readTokens.some((secret) => isSame(secret, value));
    if (scheme !== 'basic') return false;
    const text = Buffer.from(value, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    const user = text.slice(0, colon);
    const password = text.slice(colon + 1);
    // Browsers can only be asked for a name and a password: a token is taken as the password of any name.
    if (readTokens.some((secret) => isSame(secret, password))) return true;
    return read.basic !== undefined && read.basic.user === user && isSame(read.basic.password, password);
  };
  const mayAct = (request: Request): boolean => {
    const { scheme, value } = authorizationOf(request);
    return token !== undefined && scheme === 'bearer' && isSame(token, value);
  };
  /** Lets through, or refuses with a challenge. A request without a token is refused, but not counted as a guess. */
  const gate =
    (may: (request: Request) => boolean, challenge: string, sentence: string): RequestHandler =>
    async (request, response, next) => {
      if (may(request)) return next();
      const isGuess = request.get('authorization') !== undefined;
      if (isGuess && (await countWrong(request, response)) === 'too-often') {
        return sendError(response, 429, tooOftenSentence);
      }
      response.set('www-authenticate', challenge);
      sendError(response, 401, sentence);
    };
  const readGate = gate(
    mayRead,
    'Basic realm="evidence-contract monitor", charset="UTF-8"',
    'This monitor is read with a user name and a password, or with a token.',
  );
  const actGate = gate(
    mayAct,
    'Bearer realm="evidence-contract monitor"',
    'This action needs the operator token: send Authorization: Bearer with MONITOR_TOKEN.',
  );
  return {
    canAct: token !== undefined,
    async checkToken(request, response, text) {
      return token !== undefined && isSame(token, text) ? 'right' : countWrong(request, response);
    },
    readers: (request, response, next) => (isOpen ? next() : readGate(request, response, next)),
    operators(request, response, next) {
      if (token === undefined) return sendError(response, 403, noTokenSentence);
      return actGate(request, response, next);
    },
  };
}

/** Counts wrong tokens by address. Right ones never reach it, so nobody can lock out who has the token. */
function makeFailureCounter(): (request: Request, response: Response) => Promise<'wrong' | 'too-often'> {
  const limiter = rateLimit({
    ...wrongTokens,
    legacyHeaders: false,
    standardHeaders: false,
    // Its warnings about proxies would go to the console, among the lines of the log.
    validate: false,
    handler: (_request, _response, next) => next('too-often'),
  });
  return (request, response) =>
    new Promise((resolve) => {
      limiter(request, response, (refusal?: unknown) =>
        resolve(refusal === undefined ? 'wrong' : 'too-often'),
      );
    });
}

function authorizationOf(request: Request): { readonly scheme: string; readonly value: string } {
  const [scheme = '', value = ''] = (request.get('authorization') ?? '').split(' ', 2);
  return { scheme: scheme.toLowerCase(), value };
}

/** Compares digests, so that the time taken reveals nothing of the secret. */
function isSame(secret: Secret, text: string): boolean {
  return timingSafeEqual(digest(secret.reveal()), digest(text));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
