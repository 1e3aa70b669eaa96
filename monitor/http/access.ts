import type { Request, RequestHandler, Response } from 'express';
import { isReadingOpen } from '../configuration/reading.ts';
import type { Log } from '../log.ts';
import { texts } from '../views/texts.ts';
import { sendError } from './errors.ts';
import { type Holder, isSame, makeHolderOf, type TokenSettings, tokensOf } from './token-holders.ts';
import { makeWrongTokenCounter } from './wrong-tokens.ts';

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

/** The rules of access, from the settings of the service. */
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
    // Browsers can only be asked for a name and a password: a token is taken as the password of any name.
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
   * A handler that lets a request through or refuses it with a challenge. No guess is one without a token, or with a
   * right token that lets its holder do less.
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

/** The name of the operator whose token `Access.operators` found. */
export function operatorOf(response: Response): string {
  return String(response.locals[operatorKey]);
}

function authorizationOf(request: Request): { readonly scheme: string; readonly value: string } {
  const [scheme = '', value = ''] = (request.get('authorization') ?? '').split(' ', 2);
  return { scheme: scheme.toLowerCase(), value };
}
