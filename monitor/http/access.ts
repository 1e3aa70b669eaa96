import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { Secret } from '../../engine/secret.ts';
import { type NamedToken, namesOfSingleTokens } from '../configuration/named-tokens.ts';
import { isReadingOpen } from '../configuration/reading.ts';
import type { ServiceSettings } from '../configuration/service-settings.ts';
import { sendError } from './errors.ts';

/** Who may do what. */
export interface Access {
  /** Lets requests through that may read; answers others by 401, or 429. */
  readonly readers: RequestHandler;
  /** Lets requests through that have an operator's token in the header `Authorization`; `operatorOf` says whose. */
  readonly operators: RequestHandler;
  /** Compares the token of a form with those of operators. */
  readonly checkToken: (request: Request, response: Response, token: string) => Promise<TokenCheck>;
  readonly canAct: boolean;
}

/** Whose token it is, or why it is refused. */
export type TokenCheck = { readonly who: string } | 'wrong' | 'too-often';

/** Why actions are refused where no token is configured. */
export const noTokenSentence =
  'Actions are switched off, because no operator token is configured. Set MONITOR_TOKEN (or MONITOR_TOKEN_FILE, or MONITOR_TOKENS_FILE) and restart the monitor.';

export const tooOftenSentence = 'Too many wrong tokens came from this address. Wait a minute.';

/** After so many wrong tokens or passwords of one address in a minute, the answer to wrong ones is 429. */
const wrongTokens = { windowMs: 60_000, limit: 60 };

/** The rules of access, from the settings of the service. */
export function makeAccess(settings: Pick<ServiceSettings, 'token' | 'namedTokens' | 'read'>): Access {
  const { basic } = settings.read;
  const isOpen = isReadingOpen(settings);
  const tokens = tokensOf(settings);
  const countWrong = makeFailureCounter();
  const canAct = tokens.some(({ role }) => role === 'operate');

  const holderOf = (text: string): NamedToken | undefined => {
    // Every token is compared, so that the time taken reveals nothing of the list.
    const [found] = tokens.filter(({ token }) => isSame(token, text));
    return found;
  };
  const operatorWith = (text: string): string | undefined => {
    const holder = holderOf(text);
    return holder?.role === 'operate' ? holder.name : undefined;
  };
  const mayRead = (request: Request): boolean => {
    const { scheme, value } = authorizationOf(request);
    if (scheme === 'bearer') return holderOf(value) !== undefined;
    if (scheme !== 'basic') return false;
    const text = Buffer.from(value, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    const user = text.slice(0, colon);
    const password = text.slice(colon + 1);
    // Browsers can only be asked for a name and a password: a token is taken as the password of any name.
    if (holderOf(password) !== undefined) return true;
    return basic !== undefined && basic.user === user && isSame(basic.password, password);
  };
  const mayAct = (request: Request, response: Response): boolean => {
    const { scheme, value } = authorizationOf(request);
    const who = scheme === 'bearer' ? operatorWith(value) : undefined;
    response.locals[operatorKey] = who;
    return who !== undefined;
  };
  /** A handler that lets a request through or refuses it with a challenge. One without a token counts as no guess. */
  const gate =
    (
      may: (request: Request, response: Response) => boolean,
      challenge: string,
      sentence: string,
    ): RequestHandler =>
    async (request, response, next) => {
      if (may(request, response)) return next();
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
    'This action needs an operator token: send Authorization: Bearer with MONITOR_TOKEN or a token of MONITOR_TOKENS_FILE.',
  );
  return {
    canAct,
    async checkToken(request, response, text) {
      const who = operatorWith(text);
      return who === undefined ? countWrong(request, response) : { who };
    },
    readers: (request, response, next) => (isOpen ? next() : readGate(request, response, next)),
    operators(request, response, next) {
      if (!canAct) return sendError(response, 403, noTokenSentence);
      return actGate(request, response, next);
    },
  };
}

const operatorKey = 'operator';

/** The name of the operator whose token `Access.operators` found. */
export function operatorOf(response: Response): string {
  return String(response.locals[operatorKey]);
}

/** All tokens, those of the single settings under names of their own. */
function tokensOf({
  token,
  read,
  namedTokens = [],
}: Pick<ServiceSettings, 'token' | 'namedTokens' | 'read'>): readonly NamedToken[] {
  return [
    ...(token === undefined ? [] : [{ name: namesOfSingleTokens.operate, role: 'operate', token } as const]),
    ...(read.token === undefined
      ? []
      : [{ name: namesOfSingleTokens.read, role: 'read', token: read.token } as const]),
    ...namedTokens,
  ];
}

/** Counts wrong tokens by address. It never sees right ones, so nobody can lock the operator out. */
function makeFailureCounter(): (request: Request, response: Response) => Promise<'wrong' | 'too-often'> {
  const limiter = rateLimit({
    ...wrongTokens,
    legacyHeaders: false,
    standardHeaders: false,
    // The library would print its warnings about proxies to the console, between the lines of the log.
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
