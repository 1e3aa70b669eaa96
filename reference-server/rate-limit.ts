import type { Request, RequestHandler, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import { type Answer, errorAnswer } from './answer.ts';
import type { RateLimit } from './options.ts';

/**
 * Section 8: requests are limited per client address. A throttled one gets a 429 with `Retry-After`; `refuse` writes it
 * like any other answer.
 */
export function limitPerAddress(
  { windowMs, limit }: RateLimit,
  refuse: (request: Request, response: Response, answer: Answer) => Promise<void>,
): RequestHandler {
  return rateLimit({
    windowMs,
    limit,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    // The address is that of the connection: clients can forge forwarding headers, so those do not count.
    validate: { xForwardedForHeader: false, forwardedHeader: false },
    handler: (request, response, next) => {
      const retryAfter = String(response.getHeader('retry-after') ?? Math.ceil(windowMs / 1000));
      const message = `Too many requests from this address. Try again in ${retryAfter} s.`;
      refuse(request, response, errorAnswer(429, message, { 'retry-after': retryAfter })).catch(next);
    },
  });
}
