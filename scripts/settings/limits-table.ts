import { type Limit, limits } from '../../contract/limits.ts';

/** The table of docs/limits.md. */
export function limitsTable(): string {
  const rows: readonly Limit[] = Object.values(limits);
  const head = '| limit | of | setting | reason |\n| --- | --- | --- | --- |';
  return [
    head,
    ...rows.map(
      ({ value, unit, of, setting, reason }) =>
        `| ${value.toLocaleString('en')} ${unit} | ${of} | ${setting === undefined ? '' : `\`${setting}\``} | ${reason} |`,
    ),
  ].join('\n');
}
