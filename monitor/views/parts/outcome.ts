import { html } from 'hono/html';
import type { StateTone } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import type { GridOutcome } from '../../model.ts';
import { outcomeMark } from './icons.ts';

interface OutcomeWords {
  readonly word: string;
  readonly tone: StateTone;
  readonly meaning: string;
}

export const outcomeWords: Readonly<Record<GridOutcome, OutcomeWords>> = {
  pass: { word: 'holds', tone: 'good', meaning: 'every judged check passes' },
  fail: { word: 'broken', tone: 'bad', meaning: 'at least one check fails' },
  untestable: { word: 'untestable', tone: 'warn', meaning: 'something else stood in the way' },
  none: { word: 'not asked', tone: 'mute', meaning: 'not part of that run' },
};

/** An outcome as mark, word and colour. */
export function outcomeText(outcome: GridOutcome): Markup {
  const { tone, word } = outcomeWords[outcome];
  return html`<span class="outcome ${tone}">${outcomeMark(outcome)} ${word}</span>`;
}
