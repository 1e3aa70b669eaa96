import {
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import express, { type Request, type Response } from 'express';
import type { Observable } from 'rxjs';
import { Refusal } from '../service/exchange.ts';

/** Reads a JSON body into the request. */
export function readJson(
  request: Request,
  response: Response,
  options: NonNullable<Parameters<typeof express.json>[0]>,
): Promise<void> {
  const read = express.json(options);
  return new Promise((resolve, reject) => {
    read(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
}

class JsonBodyInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    try {
      await readJson(http.getRequest(), http.getResponse(), {
        type: ['application/json', 'application/*+json'],
        limit: '5mb',
      });
    } catch {
      throw new Refusal('malformed', 'The body is not valid JSON');
    }
    return next.handle();
  }
}

/** Reads the body after the guard has let the request pass. */
export function JsonBody(): MethodDecorator {
  return UseInterceptors(new JsonBodyInterceptor());
}
