import picocolors from 'picocolors';
import { wrap } from '../console/layout.ts';
import { type ConsolePage, paintOf, sectionLines } from '../console/sections.ts';
import { sanitize } from '../sanitize.ts';
import { signs } from '../tally.ts';
import { compatibilitySection } from './keep-integration.ts';
import { type ComparedSet, type ComparisonView, setViewOf } from './view.ts';

/** All of them have to fit on a page; --format json has the rest. */
const mostItems = 8;

const toneSigns = { bad: signs.fail, good: signs.pass, open: signs.untestable } as const;

/**
 * Comparisons for a terminal or a log. No text from an installation can act on a terminal.
 * @param width columns of the terminal
 */
export function renderComparisonSet(
  set: ComparedSet,
  { colour, width }: { readonly colour: boolean; readonly width: number },
): string {
  const page = { width, colours: picocolors.createColors(colour), details: false, mostItems };
  const { verdict, notes, views } = setViewOf(set);
  const blocks = views.map((view) => viewLines(view, page, verdict !== undefined));
  const lines = [
    ...(verdict === undefined ? [] : wrap(verdict, width).map(page.colours.bold)),
    ...notes.flatMap((note) => wrap(sanitize(note), width, `${signs.untestable} `, '  ')),
    ...blocks.flatMap((block, index) => (index === 0 && verdict === undefined ? block : ['', ...block])),
  ];
  return `${lines.join('\n')}\n`;
}

/** Among several installations, one without changes is reduced to its verdict. */
function viewLines(view: ComparisonView, page: ConsolePage, isOneOfSeveral: boolean): readonly string[] {
  const { name, tone, verdict, sides, sections, keeping, closing, advice } = view;
  const { colours, width } = page;
  const about = isOneOfSeveral ? `${sanitize(name)}: ` : '';
  const first = wrap(`${toneSigns[tone]} ${about}${verdict}`, width, '', '  ').map((line) =>
    colours.bold(paintOf(tone, page)(line)),
  );
  if (isOneOfSeveral && sections.length === 0) return first;
  return [
    ...first,
    ...sides.flatMap((side) => wrap(sanitize(side), width, '  ')).map(colours.dim),
    ...sections.flatMap((section) => sectionLines(page, section)),
    ...sectionLines({ ...page, mostItems: keeping.length }, compatibilitySection(keeping)),
    '',
    ...[...closing, ...advice].flatMap((sentence) => wrap(sanitize(sentence), width)).map(colours.dim),
  ];
}
