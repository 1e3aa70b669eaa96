import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import type { PagingView } from '../overview-model.ts';
import { texts } from '../texts.ts';

const words = texts.overview.pages;

/** Which part of a list is shown, and links to its other parts, by the address of each; nothing where it is whole. */
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

/** The first, the last, and those beside the one that is shown. */
function shownPages(page: number, pages: number): readonly number[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages);
  return [...new Set(wanted)];
}
