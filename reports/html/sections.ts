import { html, raw } from 'hono/html';
import { isRequestId, type ShownHeaders } from '../../engine/evidence/shown-headers.ts';
import type { RecordedExchange } from '../../engine/record/run-record.ts';
import type { Markup } from '../markup.ts';
import type { StatedRequirement } from '../requirements.ts';
import { sanitize } from '../sanitize.ts';
import {
  type Card,
  headingOf,
  type Item,
  type Part,
  renderText,
  type Section,
  type Text,
  type Tone,
} from '../sections.ts';
import { duration, momentText, pluralize } from '../words.ts';
import { formattedBody, isComplete } from './formatted-body.ts';
import { withCode } from './page.ts';

/** A section; below the heading of an installation it has a smaller heading of its own. */
export function sectionMarkup(section: Section, isNested = false): Markup {
  const { introduction, items, cards = [], tone, isInColumns } = section;
  const list = isInColumns
    ? html`<div class="gaps">${items.map(
        ({
          sentence,
          details,
        }) => html`<article class="gap"><h3>${inline(sentence)}</h3>${details.map(small)}</article>
`,
      )}</div>`
    : html`<ul${tone === undefined ? '' : raw(' class="todo"')}>${items.map((item) => itemMarkup(item, tone))}</ul>`;
  const id = section.id === undefined ? '' : html` id="${section.id}"`;
  const heading = headingOf(section);
  return html`<section>${isNested ? html`<h3 class="title"${id}>${heading}</h3>` : html`<h2${id}>${heading}</h2>`}
${introduction === undefined ? '' : html`<p class="measure">${introduction}</p>`}${items.length === 0 ? '' : list}
${cards.map(cardMarkup)}</section>
`;
}

function itemMarkup({ label, tone, sentence, details }: Item, usual: Tone | undefined): Markup {
  const name = label === undefined ? '' : html`<b>${label}</b> `;
  return listItem(tone ?? usual, html`${name}${inline(sentence)}`, details.map(inline));
}

/** An entry of a list: its first line, and more. */
export function listItem(look: string | undefined, first: Markup, more: readonly Markup[]): Markup {
  return html`<li${look === undefined ? '' : html` class="${look}"`}><p>${first}</p>${more.map((one) => html`<p class="small">${one}</p>`)}</li>
`;
}

function small(text: Text): Markup {
  return html`<p class="small">${inline(text)}</p>`;
}

function cardMarkup({ id, label, title, parts }: Card): Markup {
  const name = id === undefined ? '' : html` aria-labelledby="${id}"`;
  const heading = html`<h3${id === undefined ? '' : html` id="${id}"`}>${label === undefined ? '' : html`<span class="pill">${label}</span> `}${inline(title)}</h3>`;
  return html`<article class="card"${name}>${heading}
${parts.map(partMarkup)}</article>
`;
}

function partMarkup(part: Part): Markup | '' {
  switch (part.kind) {
    case 'text':
      return part.isMinor ? small(part.text) : html`<p>${inline(part.text)}</p>`;
    case 'advice':
      return html`<p class="label">What to do</p><ul class="plain small">${part.items.map(({ label, sentence }) => html`<li><b>${label}:</b> ${inline(sentence)}</li>`)}</ul>
`;
    case 'evidence':
      return evidence(part.exchange);
    case 'requirements':
      return part.requirements.length === 0
        ? ''
        : html`<ul class="plain small">${part.requirements.map(requirementItem)}</ul>
`;
    case 'fold':
      return html`<details><summary>${part.summary}</summary><div class="failure">${part.parts.map(partMarkup)}</div></details>
`;
  }
}

function requirementItem({ id, statement = '', url }: StatedRequirement): Markup {
  const name = url === undefined ? sanitize(id) : html`<a href="${url}">${id}</a>`;
  return html`<li><b>${name}</b> ${withCode(statement)}</li>`;
}

function evidence({ excerpt, headers, curl, status, startedAt, phasesMs }: RecordedExchange): Markup {
  const answer = status === undefined ? 'no answer' : `status ${status}`;
  const when = `${momentText(startedAt)}, ${answer} after ${duration(phasesMs.total)}`;
  return html`<p class="label">Asked ${sanitize(when)}</p>
${excerpt === undefined ? '' : html`<p class="label">${isComplete(excerpt) ? 'Body' : 'Beginning of the body'}</p><pre>${formattedBody(excerpt)}</pre>`}${answerHeaders(headers)}
<p class="label">Repeat</p><pre>${sanitize(curl)}</pre>
`;
}

/** Text that may also contain code between backticks. */
function inline(text: Text): Markup {
  const pieces = renderText(
    text,
    (plain) => withCode(sanitize(plain)),
    (code) => html`<code>${sanitize(code)}</code>`,
  );
  return html`${pieces}`;
}

/**
 * The headers of an answer, on demand. The summary shows the request id, if there is one.
 * @param id of the element, if the page updates itself and has to keep opened ones open
 */
export function answerHeaders(headers: ShownHeaders | undefined, id?: string): Markup | '' {
  const [first] = Object.keys(headers ?? {});
  if (first === undefined) return '';
  const lines = Object.entries(headers ?? {}).map(([name, value]) => sanitize(`${name}: ${value}`));
  const requestId = isRequestId(first) ? html`, <code>${lines[0]}</code>` : '';
  return html`<details class="answer-headers"${id === undefined ? '' : html` id="${id}"`}><summary>${pluralize(lines.length, 'response header')}${requestId}</summary><pre tabindex="0">${lines.join('\n')}</pre></details>`;
}
