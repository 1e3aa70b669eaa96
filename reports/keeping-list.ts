import type { Tone } from './comparison-view.ts';
import type { Answer, Keeping } from './keep-integration.ts';
import { pluralize } from './words.ts';

/** How an answer looks: a colour, and a mark for those who do not see it. */
export const answerLooks: Readonly<Record<Answer, { readonly tone: Tone; readonly mark: string }>> = {
  no: { tone: 'bad', mark: '✗' },
  check: { tone: 'open', mark: '!' },
  unknown: { tone: 'open', mark: '?' },
  'as-before': { tone: 'open', mark: '=' },
  yes: { tone: 'good', mark: '✓' },
};

/** The answers as a page lists them. */
export interface KeepingList {
  readonly rows: readonly Keeping[];
  /** Endpoints of which there is nothing to say but yes, left out of the rows; with their number in words. */
  readonly folded?: { readonly title: string; readonly endpoints: readonly string[] };
}

/** So many rows that say only yes do not hide the others. */
const mostPlain = 3;

/** Rows that say only yes are folded, where there are many of them beside others. */
export function keepingList(keeping: readonly Keeping[]): KeepingList {
  const isPlain = ({ answer, reasons }: Keeping): boolean => answer === 'yes' && reasons.length === 0;
  const plain = keeping.filter(isPlain);
  const rows = keeping.filter((one) => !isPlain(one));
  if (plain.length <= mostPlain || rows.length === 0) return { rows: keeping };
  const more = rows.some(({ answer }) => answer === 'yes') ? 'more endpoint' : 'endpoint';
  const endpoints = plain.map(({ endpoint }) => endpoint);
  return { rows, folded: { title: `Yes: ${pluralize(plain.length, more)}`, endpoints } };
}
