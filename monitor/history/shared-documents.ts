import type { SqlDriver } from './driver.ts';
import { documentUsesQuery } from './queries.ts';
import type { QueryBuilder } from './query-builder.ts';
import type { SharedDocument } from './run-columns.ts';
import { renewDocumentMs } from './statements.ts';

/** Knows the documents of the store, so that a run writes only new ones. */
export interface SharedDocuments {
  /** Documents that the store lacks, or whose last use has to be noted again. */
  readonly unwritten: (
    documents: readonly SharedDocument[],
    usedMs: number,
  ) => Promise<readonly SharedDocument[]>;
  /** Notes that they were written. */
  readonly remember: (documents: readonly SharedDocument[], usedMs: number) => void;
}

/** Most runs share a few documents; each failure may have a few of its own. */
const mostRemembered = 20_000;

/** The runs of all installations share documents: after one lookup they are neither written nor locked for hours. */
export function makeSharedDocuments(driver: SqlDriver, builder: QueryBuilder): SharedDocuments {
  const usedAt = new Map<string, number>();
  const note = (id: string, usedMs: number): void => {
    usedAt.delete(id);
    usedAt.set(id, usedMs);
    const [oldest] = usedAt.size > mostRemembered ? usedAt.keys() : [];
    if (oldest !== undefined) usedAt.delete(oldest);
  };
  return {
    async unwritten(documents, usedMs) {
      const unknown = [...new Set(documents.map(({ id }) => id).filter((id) => !usedAt.has(id)))];
      if (unknown.length > 0) {
        const rows = await driver.query(documentUsesQuery(builder, unknown));
        for (const { id, used_ms } of rows) note(id, used_ms);
      }
      return documents.filter(({ id }) => usedMs - (usedAt.get(id) ?? 0) > renewDocumentMs);
    },
    remember(documents, usedMs) {
      for (const { id } of documents) note(id, usedMs);
    },
  };
}
