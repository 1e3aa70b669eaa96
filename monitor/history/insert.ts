import type { CompiledQuery, InsertQueryBuilder, InsertResult } from 'kysely';
import type { QueryBuilder } from './query-builder.ts';
import type { Tables } from './tables.ts';

type Insert<Table extends keyof Tables> = InsertQueryBuilder<Tables, Table, InsertResult>;

/**
 * Makes a statement that inserts a row of a table. It is compiled for the first row only, since compiling costs more than
 * the insert itself; the values of a row are found by the names of their columns.
 * @param finish adds what follows the values, such as a conflict clause; without values of its own
 */
export function makeInsert<Table extends keyof Tables>(
  builder: QueryBuilder,
  table: Table,
  finish: (insert: Insert<Table>) => Insert<Table>,
): (row: Tables[Table]) => CompiledQuery {
  let compiled:
    | { readonly query: CompiledQuery; readonly names: readonly (keyof Tables[Table])[] }
    | undefined;
  return (row) => {
    compiled ??= {
      query: finish(builder.insertInto(table).values(row as never)).compile(),
      names: Object.keys(row) as (keyof Tables[Table])[],
    };
    return { ...compiled.query, parameters: compiled.names.map((name) => row[name]) };
  };
}
