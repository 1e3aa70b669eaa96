import { createHash } from 'node:crypto';
import { isObject } from '../../contract/answers.ts';
import type { SentBundle } from '../../contract/exchange.ts';

/** More ids than this are not compared with an answer. */
const mostIds = 500;

/** What an import carries, as far as its answer is compared with it. */
export function sentBundleOf(body: string): SentBundle {
  const hash = createHash('sha256').update(body).digest('base64url');
  const entries = entriesOf(body);
  const ids = entries.flatMap((entry) => {
    if (!isObject(entry)) return [];
    const own = isObject(entry.resource) ? entry.resource.id : undefined;
    return [entry.fullUrl, own].filter((id) => typeof id === 'string');
  });
  return { hash, entries: entries.length, ids: ids.slice(0, mostIds) };
}

function entriesOf(body: string): readonly unknown[] {
  try {
    const bundle: unknown = JSON.parse(body);
    return isObject(bundle) && Array.isArray(bundle.entry) ? bundle.entry : [];
  } catch {
    return [];
  }
}
