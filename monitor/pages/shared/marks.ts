import { html } from 'hono/html';
import { type InstallationState, type StateIcon, type StateTone, stateOf } from '../../../contract/state.ts';
import { withoutSlashesAtEnd } from '../../../engine/configuration/parsers.ts';
import { capitalized } from '../../../engine/record/group-failures.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { uptimePercent } from '../../../reports/words.ts';
import type { GridOutcome } from '../../model.ts';
import { incidentsTexts } from '../incidents/texts.ts';
import { installationTexts } from '../installation/texts.ts';
import type { AcknowledgedView } from './model.ts';
import { texts } from './texts.ts';
import { moment } from './times.ts';

/** Paths on 16 x 16. Each state has a shape of its own, so that it is readable without colour. */
const ring = 'M14.5 8a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0z';
const shapes: Readonly<Record<StateIcon, string>> = {
  tick: `${ring}M5 8.2l2.1 2.1L11.2 6`,
  cross: 'M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3zM5.8 5.8l4.4 4.4m0-4.4-4.4 4.4',
  dots: 'M3 8h.01M8 8h.01M13 8h.01',
  hourglass: 'M4 1.5h8M4 14.5h8M5 1.5v2.7L8 8l3-3.8V1.5M5 14.5v-2.7L8 8l3 3.8v2.7',
  key: 'M8.2 11a3.2 3.2 0 1 1-6.4 0 3.2 3.2 0 0 1 6.4 0zM7.3 8.7l6.4-6.4m-2.6 2.6 2.2 2.2',
  broken: 'M6.5 4.5 8 3a3.5 3.5 0 0 1 5 5l-1.5 1.5m-2 2L8 13a3.5 3.5 0 0 1-5-5l1.5-1.5M2 2l12 12',
  wrench:
    'M9.6 6.4 3.2 12.8a1.3 1.3 0 0 1-2-2L7.6 4.4a3.6 3.6 0 0 1 4.6-2.7L10 4l2 2 2.3-2.2a3.6 3.6 0 0 1-4.7 2.6z',
  question: `${ring}M6 6.2a2 2 0 1 1 2.6 1.9c-.4.2-.6.4-.6 1M8 11.4v.2`,
  dash: `${ring}M5.2 8h5.6`,
};

/** The shape of a state, without its word. */
export function stateShape(state: InstallationState): Markup {
  return drawn(shapes[stateOf(state).icon]);
}

/** A state as a badge: shape, word and colour. */
export function stateBadge(state: InstallationState): Markup {
  const { label, tone } = stateOf(state);
  return html`<span class="state ${tone}">${stateShape(state)}${label}</span>`;
}

const marks: Readonly<Record<GridOutcome, string>> = {
  pass: 'M3 8.5l3.2 3.2L13 5',
  fail: 'M3.5 3.5l9 9m0-9-9 9',
  untestable: 'M5.5 5.5a2.6 2.6 0 1 1 3.4 2.5c-.6.3-.9.7-.9 1.5M8 12.6v.2',
  none: 'M7.6 8h.8',
};

/** The mark of an outcome, without its word. */
export function outcomeMark(outcome: GridOutcome): Markup {
  return drawn(marks[outcome], 'bold');
}

/** Something needs attention: a triangle with an exclamation mark. */
export function attentionShape(): Markup {
  return drawn('M8 1.8 14.8 14H1.2zM8 6.3v3.6M8 11.8v.2');
}

/** The sign of the product: a sheet with a ticked line. */
export function productSign(): Markup {
  return drawn('M3 1.5h7l3 3v10H3zM9.8 1.5v3.2H13M5.3 9.3l1.7 1.7 3.3-3.6', 'thin');
}

function drawn(path: string, weight?: 'bold' | 'thin'): Markup {
  return html`<svg class="shape${weight === undefined ? '' : html` ${weight}`}" viewBox="0 0 16 16" aria-hidden="true"><path d="${path}"/></svg>`;
}

const words = installationTexts.outcomes;

/** How an outcome is called and coloured, and what it means. */
export const outcomeWords = {
  pass: { ...words.pass, tone: 'good' },
  fail: { ...words.fail, tone: 'bad' },
  untestable: { ...words.untestable, tone: 'warn' },
  none: { ...words.none, tone: 'mute' },
} as const satisfies Readonly<Record<GridOutcome, { readonly tone: StateTone }>>;

/** An outcome as mark, word and colour. */
export function outcomeText(outcome: GridOutcome): Markup {
  const { tone, word } = outcomeWords[outcome];
  return html`<span class="outcome ${tone}">${outcomeMark(outcome)} ${word}</span>`;
}

/** What an operator knows of what is wrong: until when, and why. */
export function acknowledgedLine({ until, who, reason }: AcknowledgedView): Markup {
  return incidentsTexts.known.line(moment(until), sanitize(reason), sanitize(who));
}

/**
 * A cause as it stands next to the name of its installation: without the address that it begins with, since on a narrow
 * screen and on a wall there would be room for nothing else. "Cannot be reached: the connection was refused."
 */
export function causeBeside(cause: string, baseUrl: string): string {
  const address = `${withoutSlashesAtEnd(baseUrl)} `;
  if (!cause.startsWith(address)) return cause;
  return capitalized(cause.slice(address.length));
}

/** The tone of the days that a certificate is still valid; nothing if it needs no attention yet. */
export function certificateTone(daysLeft: number): 'bad' | 'warn' | undefined {
  if (daysLeft <= 3) return 'bad';
  return daysLeft <= 21 ? 'warn' : undefined;
}

/** A figure of a list of facts, with what it says in small letters below it. */
export function fact(term: string, value: string | Markup, more: string | Markup, id?: string): Markup {
  return html`<div${id === undefined ? '' : html` id="${id}"`}><dt>${term}</dt><dd>${value}<span class="small">${more}</span></dd></div>`;
}

/** Folded on a phone, where the list of installations begins on the first screen; on any other screen it is open. */
export function phoneFold(id: string, title: string, content: Markup, isOpen = false): Markup {
  return html`<details class="phone-fold" id="${id}"${isOpen ? html` open` : ''}><summary>${title}</summary>${content}</details>`;
}

/** A share of runs, or a dash that is read as "no figure yet". */
export function share(ratio: number | undefined): Markup {
  if (ratio === undefined)
    return html`<span aria-hidden="true">–</span><span class="spoken">${texts.common.noFigure}</span>`;
  return html`${uptimePercent(ratio)}`;
}
