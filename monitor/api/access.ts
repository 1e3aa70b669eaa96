import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { Secret } from '../../engine/secret.ts';
import type { ServiceSettings } from '../environment.ts';

/** Who may do what. */
export interface Access {
  /** Lets through who may read; refuses others by 401. */
  readonly readers: RequestHandler;
  /** Lets through who sends the operator's token in the header `Authorization`. */
  readonly operators: RequestHandler;
  /** Slows down whoever tries one token after the other. */
  readonly guesses: RequestHandler;
  readonly isOperatorToken: (token: string) => boolean;
  readonly canAct: boolean;
}

/** Why actions are refused where no token is configured. */
export const noTokenSentence =
  'Actions are switched off, because no operator token is configured. Set MONITOR_TOKEN (or MONITOR_TOKEN_FILE) and restart the monitor.';

const failedTries = { windowMs: 60_000, limit: 60 };

/** Makes the rules of access from the settings of the service. */
export function makeAccess({ token, read }: Pick<ServiceSettings, 'token' | 'read'>): Access {
  const isOpen = read.token === undefined && read.basic === undefined;
  const readTokens = [read.token, token].filter((one) => one !== undefined);
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
  return {
    canAct: token !== undefined,
    isOperatorToken: (text) => token !== undefined && isSame(token, text),
    guesses: rateLimit({
      ...failedTries,
      skipSuccessfulRequests: true,
      requestWasSuccessful: (_request, response) => response.statusCode !== 401,
      standardHeaders: false,
      legacyHeaders: false,
      validate: { xForwardedForHeader: false, forwardedHeader: false },
      message: { error: 'Too many refused requests came from this address. Wait a minute.' },
    }),
    readers(request, response, next) {
      if (isOpen || mayRead(request)) return next();
      response.set('www-authenticate', 'Basic realm="evidence-contract monitor", charset="UTF-8"');
      refuse(response, 401, 'This monitor is read with a user name and a password, or with a token.');
    },
    operators(request, response, next) {
      if (token === undefined) return refuse(response, 403, noTokenSentence);
      const { scheme, value } = authorizationOf(request);
      if (scheme === 'bearer' && isSame(token, value)) return next();
      response.set('www-authenticate', 'Bearer realm="evidence-contract monitor"');
      refuse(
        response,
        401,
        'This action needs the operator token: send Authorization: Bearer with MONITOR_TOKEN.',
      );
    },
  };
}

function refuse(response: Response, status: number, error: string): void {
  response.status(status).json({ error });
}

function authorizationOf(request: Request): { readonly scheme: string; readonly value: string } {
  const [scheme = '', value = ''] = (request.get('authorization') ?? '').split(' ', 2);
  return { scheme: scheme.toLowerCase(), value };
}

/** Compares digests, so that the time taken tells nothing of the secret. */
function isSame(secret: Secret, text: string): boolean {
  return timingSafeEqual(digest(secret.reveal()), digest(text));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
