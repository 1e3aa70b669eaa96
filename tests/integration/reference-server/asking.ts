import { type Reference, type ReferenceOptions, startReference } from '../../../reference-server/index.ts';
import { whileOpen } from '../../support/serving.ts';

/** An answer with its body read. */
export interface Asked {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

/** Sends one request with the first user's key in the header, unless `key` says otherwise. */
export type Ask = (
  path: string,
  options?: RequestInit & { readonly key?: string | 'none' },
) => Promise<Asked>;

/** Runs `work` against an installation of its own, which ends with it. */
export async function withReference(
  options: ReferenceOptions,
  work: (ask: Ask, reference: Reference) => Promise<void>,
): Promise<void> {
  await whileOpen(startReference(options), async (reference) => {
    await work(askerOf(reference), reference);
  });
}

/** The asker of a running installation. */
export function askerOf({ baseUrl, keys }: Pick<Reference, 'baseUrl' | 'keys'>): Ask {
  return async (path, { key = keys.first, ...options } = {}) => {
    const headers = new Headers(options.headers);
    if (key !== 'none' && !headers.has('authorization')) {
      headers.set('authorization', `Bearer ${key}`);
    }
    const response = await fetch(baseUrl + path, { redirect: 'manual', ...options, headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: jsonOf(text) };
  };
}

/** Posts a JSON body to the import. */
export function importing(ask: Ask, body: unknown): Promise<Asked> {
  return ask('/api/v3/fhir_imports', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Each `reference` text in a FHIR body. */
export function referencesIn(body: unknown): readonly string[] {
  const found: string[] = [];
  JSON.stringify(body, (name, value: unknown) => {
    if (name === 'reference' && typeof value === 'string') {
      found.push(value);
    }
    return value;
  });
  return found;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
