import { type Limit, limits } from '../../contract/limits.ts';

/** The table of docs/limits.md. */
export function limitsTable(): string {
  const rows: readonly Limit[] = Object.values(limits);
  const head = '| of | limit | setting |\n| --- | --- | --- |';
  return [
    head,
    ...rows.map(
      ({ value, unit, of, setting }) =>
        `| ${of} | ${value.toLocaleString('en')} ${unit} | ${setting === undefined ? '' : `\`${setting}\``} |`,
    ),
  ].join('\n');
}
