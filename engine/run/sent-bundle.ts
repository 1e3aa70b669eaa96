import { createHash } from 'node:crypto';
import { isObject } from '../../contract/answers.ts';
import type { SentBundle } from '../../contract/exchange.ts';

/** More ids than this are not compared with an answer. */
const mostIds = 500;
const mostWords = 1000;

/** What an import carries, as far as its answer is compared with it. */
export function sentBundleOf(body: string): SentBundle {
  const hash = createHash('sha256').update(body).digest('base64url');
  const entries = entriesOf(body);
  const ids = entries.flatMap((entry) => {
    if (!isObject(entry)) return [];
    const own = isObject(entry.resource) ? entry.resource.id : undefined;
    return [entry.fullUrl, own].filter((id) => typeof id === 'string');
  });
  return { hash, entries: entries.length, ids: ids.slice(0, mostIds), words: wordsIn(entries) };
}

/** The texts without spaces in some entries, level by level. */
function wordsIn(entries: readonly unknown[]): readonly string[] {
  const words = new Set<string>();
  let level: readonly unknown[] = entries;
  for (let depth = 0; depth < 20 && level.length > 0 && words.size < mostWords; depth += 1) {
    for (const one of level) if (typeof one === 'string' && /^\S{1,300}$/.test(one)) words.add(one);
    level = level
      .slice(0, 5000)
      .flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return [...words].slice(0, mostWords);
}

function entriesOf(body: string): readonly unknown[] {
  try {
    const bundle: unknown = JSON.parse(body);
    return isObject(bundle) && Array.isArray(bundle.entry) ? bundle.entry : [];
  } catch {
    return [];
  }
}
