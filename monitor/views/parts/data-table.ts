import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';

/** A title, or the title of a column of numbers, which is set flush right. */
export type Column = string | { readonly number: string };

export interface DataTable {
  /** Names the region that scrolls where the table is wider than the screen. */
  readonly label: string;
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Markup[];
}

/** A table with a caption that scrolls by itself, by the keyboard too. */
export function dataTable({ label, caption, columns, rows }: DataTable): Markup {
  const heads = columns.map((column) =>
    typeof column === 'string'
      ? html`<th scope="col">${column}</th>`
      : html`<th scope="col" class="number">${column.number}</th>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
<table><caption>${caption}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}
