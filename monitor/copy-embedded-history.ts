import type { Secret } from '../engine/secret.ts';
import { type CopyOptions, copyHistory } from './history/copy-history.ts';
import { openPostgres } from './history/postgres-driver.ts';
import { openSqlite } from './history/sqlite-driver.ts';

interface EmbeddedCopy extends CopyOptions {
  readonly file: string;
  readonly url: Secret;
}

/**
 * Copies an embedded history into a database; both are closed afterwards. Resolves to the number of rows that were added.
 * @throws HistoryError when one of them cannot be used, HistorySettingsError when the database has a history already
 */
export async function copyEmbeddedHistory({ file, url, merge, onProgress }: EmbeddedCopy): Promise<number> {
  const added = new Map<string, number>();
  const from = openSqlite({ file, now: new Date(), onDamage: () => undefined });
  try {
    const to = await openPostgres(url, () => undefined);
    try {
      await copyHistory(from, to, {
        merge,
        onProgress(progress) {
          added.set(progress.table, progress.added);
          onProgress(progress);
        },
      });
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
  return [...added.values()].reduce((sum, count) => sum + count, 0);
}
