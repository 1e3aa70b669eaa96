import express, { type Request, type Response } from 'express';
import type { ApiRequest, Query } from '../api-request.ts';
import type { Endpoint } from '../endpoints.ts';

/** An Express request as handlers, authentication and transforms see it. */
export function apiRequestOf(request: Request, endpoint: Endpoint | undefined, basePath: string): ApiRequest {
  const { id } = request.params;
  return {
    endpoint,
    method: request.method,
    path: pathOf(request, basePath),
    basePath,
    id: typeof id === 'string' ? id : undefined,
    query: request.query as Query,
    headers: request.headers,
  };
}

/** The path as it was sent, without the installation's prefix and without the query. */
export function pathOf({ originalUrl }: Request, basePath: string): string {
  return (originalUrl.split('?', 1)[0] ?? '').slice(basePath.length);
}

/** The bytes of the decompressed body. Rejects with Express's error if it is too large or cannot be decompressed. */
export function bodyOf(request: Request, response: Response, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    express.raw({ type: () => true, limit: limitBytes })(request, response, (error?: unknown) => {
      if (error !== undefined && error !== null) {
        reject(error);
      } else {
        const body: unknown = request.body;
        resolve(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
      }
    });
  });
}
