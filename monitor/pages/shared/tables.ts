import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import type { PagingView } from '../overview/model.ts';
import { overviewTexts } from '../overview/texts.ts';

/** A title, or the title of a column of numbers, which is set flush right. */
export type Column = string | { readonly number: string };

export interface DataTable {
  /** Names the region that scrolls if the table is wider than the screen, and the table, if it has another name. */
  readonly words: { readonly table: string; readonly caption?: string };
  readonly columns: readonly Column[];
  readonly rows: readonly Markup[];
  /** On a narrow screen its rows scroll. The cells of all others wrap there: their rows are made by `stackedRow`. */
  readonly isPlain?: true;
}

/** A table with a caption that scrolls by itself, by the keyboard too. */
export function dataTable({ words: { table, caption = table }, columns, rows, isPlain }: DataTable): Markup {
  // Styles that turn a table into something else take its meaning from some screen readers; roles give it back.
  const role = (name: string): Markup | '' => (isPlain ? '' : html` role="${name}"`);
  const heads = columns.map((column) =>
    typeof column === 'string'
      ? html`<th scope="col"${role('columnheader')}>${column}</th>`
      : html`<th scope="col" class="number"${role('columnheader')}>${column.number}</th>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${table}">
<table${isPlain ? '' : html` class="stacked" role="table"`}><caption>${caption}</caption>
<thead${role('rowgroup')}><tr${role('row')}>${heads}</tr></thead>
<tbody${role('rowgroup')}>${rows}</tbody></table></div>`;
}

/** A cell whose text is long, is a number or the answer to its row, has a tone, or would say nothing without its title. */
export interface Cell {
  readonly content: Markup | string;
  readonly kind?: 'long' | 'number' | 'answer' | 'good' | 'bad';
  /** Stands before it if the heads of the columns are not shown. */
  readonly title?: string;
}

/** A row of a table whose cells wrap on a narrow screen. */
export function stackedRow(head: Markup | string, cells: readonly (Markup | string | Cell)[]): Markup {
  const written = cells.map((cell) => {
    const { content, kind, title } = isCell(cell) ? cell : { content: cell };
    const name = title === undefined ? '' : html` data-title="${title}"`;
    return html`<td role="cell"${kind === undefined ? '' : html` class="${kind}"`}${name}>${content}</td>`;
  });
  return html`<tr role="row"><th scope="row" role="rowheader">${head}</th>${written}</tr>`;
}

function isCell(cell: Markup | string | Cell): cell is Cell {
  return typeof cell === 'object' && 'content' in cell;
}

const words = overviewTexts.pages;

/** Which part of a list is shown, and links to its other parts, by the address of each; nothing if it is whole. */
export function pageLinks(
  { page, pages }: Pick<PagingView, 'page' | 'pages'>,
  urlOf: (page: number) => string,
): Markup | '' {
  if (pages < 2) return '';
  const shown = shownPages(page, pages);
  const items = shown.map((one, index) => {
    const gap = index > 0 && one - (shown[index - 1] ?? one) > 1 ? html`<li aria-hidden="true">…</li>` : '';
    const link =
      one === page
        ? html`<li><span aria-current="page">${one}</span></li>`
        : html`<li><a href="${urlOf(one)}">${one}</a></li>`;
    return html`${gap}${link}`;
  });
  const step = (to: number, rel: 'prev' | 'next', text: string): Markup | '' =>
    to < 1 || to > pages ? '' : html`<a rel="${rel}" href="${urlOf(to)}">${text}</a>`;
  return html`<nav class="pages" aria-label="${words.label}">${step(page - 1, 'prev', words.previous)}<ol>${items}</ol>${step(page + 1, 'next', words.next)}</nav>`;
}

/** The first, the last, and those around the one that is shown. */
function shownPages(page: number, pages: number): readonly number[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages);
  return [...new Set(wanted)];
}
