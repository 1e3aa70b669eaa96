import type { CompiledQuery } from 'kysely';
import { documentId } from './digests.ts';

/** A statement that PostgreSQL plans once per connection, by its name. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/**
 * Merges several writing statements, and the part that follows them, into one: it costs PostgreSQL a fraction of
 * separate ones. None of them sees the writes of another. Its one row has the number of rows that each changed, in
 * order.
 * @param last a further expression, with its values
 */
export function mergeStatements(
  statements: readonly CompiledQuery[],
  last?: { readonly sql: string; readonly parameters: readonly unknown[] },
): NamedStatement {
  const values: unknown[] = [];
  const place = ({ sql, parameters }: { sql: string; parameters: readonly unknown[] }): string => {
    const before = values.length;
    values.push(...parameters);
    return sql.replace(/\$(\d+)/g, (_, number: string) => `$${before + Number(number)}`);
  };
  const parts = statements.map((statement, index) => `s${index} AS (${place(statement)} RETURNING 1)`);
  const counts = statements.map((_, index) => `(SELECT count(*) FROM s${index})`);
  const row = `ARRAY[${counts.join(', ')}]::int[] AS changed`;
  const text = `WITH ${parts.join(', ')} SELECT ${row}${last === undefined ? '' : `, ${place(last)}`}`;
  return { name: documentId(text), text, values };
}
