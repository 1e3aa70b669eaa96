import { catalogue } from '../../contract/checks/catalogue.ts';
import { faults } from '../../reference-server/faults/index.ts';
import { variants } from '../../reference-server/variants/index.ts';

/** The file with the names as types; functions build the tables, so types cannot be derived from them. */
export const namesFile = 'library/table-names.ts';

export function namesText(): string {
  return [
    '// Written by `npm run names`.\n',
    union(
      'CheckId',
      'A check, by its permanent id.',
      catalogue.map(({ id }) => id),
    ),
    union(
      'FaultName',
      'A statement of the document that the reference installation can break.',
      namesOf(faults),
    ),
    union(
      'VariantName',
      'A freedom of the document that the reference installation can use.',
      namesOf(variants),
    ),
  ].join('\n');
}

function namesOf(rows: readonly { readonly name: string }[]): readonly string[] {
  return rows.map(({ name }) => name);
}

function union(type: string, meaning: string, names: readonly string[]): string {
  const members = names.toSorted().map((name) => `  | '${name}'`);
  return [`/** ${meaning} */`, `export type ${type} =`, ...members].join('\n').concat(';\n');
}
