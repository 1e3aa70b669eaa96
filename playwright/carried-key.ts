import type { RequestSpec } from '../contract/judging/request.ts';
import { importBody } from '../engine/configuration/import-bodies.ts';
import type { Installation } from '../engine/configuration/installation.ts';
import type { Redaction } from '../engine/evidence/redaction.ts';

/**
 * Finds the part of a request that would carry a key past the session, which alone knows how to present and hide each
 * key. Returns a phrase free of keys. Looks for a whole key in every usual encoding; undefined if there is none.
 */
export function carriedKey(
  { path = '', query = {}, headers = {}, body }: RequestSpec,
  installation: Pick<Installation, 'allowImport' | 'importBundle'>,
  { whole, parts }: Redaction,
): string | undefined {
  const holdsKey = (text: string): boolean => whole(text) !== text;
  if (holdsKey(path)) return 'the path';
  // As written, and as sent: a form encodes spaces as plus signs.
  for (const [name, value] of Object.entries(query))
    if ([name, value, new URLSearchParams({ [name]: value }).toString()].some(holdsKey))
      return `the query parameter "${parts(name)}"`;
  for (const [name, value] of Object.entries(headers))
    if ([name, value].some(holdsKey)) return `the header "${parts(name)}"`;
  if (body !== undefined && holdsKey(importBody(body, installation).text)) return 'the Bundle of the import';
  return undefined;
}
