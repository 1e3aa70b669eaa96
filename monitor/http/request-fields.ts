import type { Request } from 'express';

/** Forms and JSON bodies above this size are refused by 413. */
export const largestBody = '10kb';

/** A field of a form or of a JSON body. */
export function bodyField(request: Request, name: string): unknown {
  const body: unknown = request.body;
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
