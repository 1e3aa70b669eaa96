import picocolors from 'picocolors';
import { groupBy } from '../engine/group-by.ts';
import { type ComparedSet, setViewOf } from './compared-set.ts';
import type { Tone } from './comparison-model.ts';
import type { ComparisonView, Item, Section } from './comparison-view.ts';
import { answerWords, type Keeping } from './keep-integration.ts';
import { sanitize } from './sanitize.ts';
import { signs } from './tally.ts';
import { wrap } from './terminal-layout.ts';
import { pluralize } from './words.ts';

/** What a comparison is laid out for. */
export interface TextOptions {
  readonly colour: boolean;
  readonly width: number;
}

interface Page {
  readonly width: number;
  readonly colours: ReturnType<typeof picocolors.createColors>;
}

/** So many items of a section are printed: the whole fits a page, and --format json has all. */
const mostItems = 8;

const toneSigns: Readonly<Record<Tone, string>> = {
  bad: signs.fail,
  good: signs.pass,
  open: signs.untestable,
};

/** Comparisons for a terminal or a log. Nothing in them that came from an installation can act on a terminal. */
export function renderComparisonSet(set: ComparedSet, { colour, width }: TextOptions): string {
  const page = { width, colours: picocolors.createColors(colour) };
  const { verdict, notes, views } = setViewOf(set);
  const blocks = views.map((view) => viewLines(view, page, verdict !== undefined));
  const lines = [
    ...(verdict === undefined ? [] : wrap(verdict, width).map(page.colours.bold)),
    ...notes.flatMap((note) => wrap(sanitize(note), width, `${signs.untestable} `, '  ')),
    ...blocks.flatMap((block, index) => (index === 0 && verdict === undefined ? block : ['', ...block])),
  ];
  return `${lines.join('\n')}\n`;
}

/** Of several installations, one where nothing changed is its verdict alone. */
function viewLines(view: ComparisonView, page: Page, isOneOfSeveral: boolean): readonly string[] {
  const { name, tone, verdict, sides, sections, keeping, closing } = view;
  const { colours, width } = page;
  const about = isOneOfSeveral ? `${sanitize(name)}: ` : '';
  const first = wrap(`${toneSigns[tone]} ${about}${verdict}`, width, '', '  ').map((line) =>
    colours.bold(paintOf(tone, page)(line)),
  );
  if (isOneOfSeveral && sections.length === 0) return first;
  return [
    ...first,
    ...sides.flatMap((side) => wrap(sanitize(side), width, '  ')).map(colours.dim),
    ...sections.flatMap((section) => sectionLines(section, page)),
    ...keepingLines(keeping, page),
    '',
    ...closing.flatMap((sentence) => wrap(sanitize(sentence), width)).map(colours.dim),
  ];
}

function paintOf(tone: Tone, { colours }: Page): (text: string) => string {
  return { bad: colours.red, good: colours.green, open: colours.yellow }[tone];
}

function sectionLines({ title, tone, items }: Section, page: Page): readonly string[] {
  const more = items.length - mostItems;
  return [
    '',
    page.colours.bold(paintOf(tone, page)(`${title} (${items.length})`)),
    ...items.slice(0, mostItems).flatMap((item) => itemLines(item, page)),
    ...(more > 0 ? [page.colours.dim(`  and ${more} more, which --format json lists`)] : []),
  ];
}

function itemLines({ label, sentence, details }: Item, { width, colours }: Page): readonly string[] {
  const about = label === undefined ? '' : `${label}: `;
  return [
    ...wrap(`${about}${sanitize(sentence)}`, width, '  - ', '    '),
    ...details.flatMap((detail) => wrap(sanitize(detail), width, '    ', '      ')).map(colours.dim),
  ];
}

function keepingLines(keeping: readonly Keeping[], page: Page): readonly string[] {
  if (keeping.length === 0) return [];
  const { width, colours } = page;
  const kept = keeping.filter(({ answer }) => answer === 'yes').length;
  const rows = keeping.filter(({ answer }) => answer !== 'yes');
  const size = Math.max(...rows.map(({ answer }) => answerWords[answer].length), answerWords.yes.length);
  const others =
    rows.length === 0 ? `all ${pluralize(kept, 'endpoint')}` : `the other ${pluralize(kept, 'endpoint')}`;
  const byReason = [...groupBy(rows, ({ answer, reasons }) => `${answer}${reasons.join()}`).values()];
  return [
    '',
    colours.bold('Can I keep my integration?'),
    ...byReason.flatMap((same) => {
      const [{ answer, reasons } = { answer: 'yes', reasons: [] } as const] = same;
      const places = same.map(({ endpoint }) => endpoint).join(', ');
      const why = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`;
      const line = sanitize(`${places}${why}`);
      return wrap(line, width, `  ${answerWords[answer].padEnd(size)}  `, ' '.repeat(size + 4));
    }),
    ...(kept === 0 ? [] : [`  ${answerWords.yes.padEnd(size)}  ${others}`]),
  ];
}
