import { html } from 'hono/html';
import type { StateTone } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import type { GridOutcome } from '../../model.ts';
import { texts } from '../texts.ts';
import { outcomeMark } from './icons.ts';

const words = texts.installation.outcomes;

interface OutcomeWords {
  readonly word: string;
  readonly tone: StateTone;
  readonly meaning: string;
}

export const outcomeWords: Readonly<Record<GridOutcome, OutcomeWords>> = {
  pass: { ...words.pass, tone: 'good' },
  fail: { ...words.fail, tone: 'bad' },
  untestable: { ...words.untestable, tone: 'warn' },
  none: { ...words.none, tone: 'mute' },
};

/** An outcome as mark, word and colour. */
export function outcomeText(outcome: GridOutcome): Markup {
  const { tone, word } = outcomeWords[outcome];
  return html`<span class="outcome ${tone}">${outcomeMark(outcome)} ${word}</span>`;
}
