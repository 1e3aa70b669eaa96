import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, MemoryStore, type Options } from 'express-rate-limit';
import type { Secret } from '../../engine/secret.ts';
import type { ServiceSettings } from '../configuration/service-settings.ts';

/** Who may do what. */
export interface Access {
  /** Lets through who may read; refuses others by 401. */
  readonly readers: RequestHandler;
  /** Lets through who sends the operator's token in the header `Authorization`. */
  readonly operators: RequestHandler;
  /** Judges the operator's token of a form. Who tries one after the other is not judged any more for a while. */
  readonly judge: (request: Request, token: string) => Promise<'right' | 'wrong' | 'too-often'>;
  readonly canAct: boolean;
}

/** Why actions are refused where no token is configured. */
export const noTokenSentence =
  'Actions are switched off, because no operator token is configured. Set MONITOR_TOKEN (or MONITOR_TOKEN_FILE) and restart the monitor.';

/** Wrong tokens and passwords of one address in a minute, above which it has to wait. Right ones are never counted. */
const failedTries = { windowMs: 60_000, limit: 60 };

const tooOftenSentence = 'Too many refused requests came from this address. Wait a minute.';

/** Makes the rules of access from the settings of the service. */
export function makeAccess({ token, read }: Pick<ServiceSettings, 'token' | 'read'>): Access {
  const isOpen = read.token === undefined && read.basic === undefined;
  const readTokens = [read.token, token].filter((one) => one !== undefined);
  const failures = new MemoryStore();
  failures.init({ windowMs: failedTries.windowMs } as Options);

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
  const judge = async (
    request: Request,
    isRight: () => boolean,
  ): Promise<'right' | 'wrong' | 'too-often'> => {
    const address = ipKeyGenerator(request.ip ?? '');
    const before = await failures.get(address);
    if ((before?.totalHits ?? 0) >= failedTries.limit) return 'too-often';
    if (isRight()) return 'right';
    await failures.increment(address);
    return 'wrong';
  };
  /** Lets through, or refuses with a challenge; who sends nothing is refused, but guesses nothing. */
  const gate =
    (may: (request: Request) => boolean, challenge: string, sentence: string): RequestHandler =>
    async (request, response, next) => {
      const isTry = request.get('authorization') !== undefined;
      const judgement = isTry ? await judge(request, () => may(request)) : 'wrong';
      if (judgement === 'right') return next();
      if (judgement === 'too-often') return refuse(response, 429, tooOftenSentence);
      response.set('www-authenticate', challenge);
      refuse(response, 401, sentence);
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
    judge: (request, text) => judge(request, () => token !== undefined && isSame(token, text)),
    readers: (request, response, next) => (isOpen ? next() : readGate(request, response, next)),
    operators(request, response, next) {
      if (token === undefined) return refuse(response, 403, noTokenSentence);
      return actGate(request, response, next);
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
