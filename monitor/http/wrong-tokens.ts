import type { Request, Response } from 'express';
import { type AugmentedRequest, ipKeyGenerator, rateLimit } from 'express-rate-limit';
import type { Log } from '../log.ts';

/** After so many wrong tokens or passwords of one address in a minute, the answer to wrong ones is 429. */
const wrongTokens = { windowMs: 60_000, limit: 60 };
/** The longest text of an address. Behind a proxy a client may send any text as its address. */
const longestAddress = 45;

export type CountWrong = (request: Request, response: Response) => Promise<'wrong' | 'too-often'>;

/**
 * Makes what counts wrong tokens by address. It never sees right ones, so nobody can lock the operator out.
 * @param log receives a line when an address has passed the limit
 */
export function makeWrongTokenCounter(log: Pick<Log, 'warn'>): CountWrong {
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

/** The address of the client; one in IPv6 by its network. */
function addressOf({ ip = '' }: Request): string {
  return ipKeyGenerator(ip.slice(0, longestAddress));
}
