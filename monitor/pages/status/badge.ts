import width from 'fast-string-width';
import { html } from 'hono/html';
import { coveragePercent, uptimePercent } from '../../../reports/words.ts';
import { texts } from '../shared/texts.ts';
import { type PublicService, statusTones } from './data.ts';
import { badgeTexts, statusTexts } from './texts.ts';

export const badgeKinds = ['state', 'uptime', 'coverage'] as const;
export type BadgeKind = (typeof badgeKinds)[number];

/** Dark enough for white text: 4.5 to 1 at least. */
const colours = {
  good: '#1a6b3c',
  warn: '#8f3d00',
  bad: '#a51d24',
  calm: '#3d5a80',
  mute: '#51606f',
} as const;

interface BadgeText {
  readonly label: string;
  readonly value: string;
  readonly tone: keyof typeof colours;
}

/** A badge of a service as SVG: a label and a value, readable without colour. */
export function renderBadge(kind: BadgeKind, service: PublicService): string {
  const { label, value, tone } = textOf(kind, service);
  const [left, right] = [widthOf(label), widthOf(value)];
  const total = left + right;
  const title = badgeTexts.title(service.name, label, value);
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" width="${total}" height="20" viewBox="0 0 ${total} 20" role="img" aria-label="${title}"><title>${title}</title><rect width="${left}" height="20" fill="#3b4550"/><rect x="${left}" width="${right}" height="20" fill="${colours[tone]}"/><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle"><text x="${left / 2}" y="14" textLength="${left - padding}">${label}</text><text x="${left + right / 2}" y="14" textLength="${right - padding}">${value}</text></g></svg>
`;
  return String(svg);
}

const words = badgeTexts;

function textOf(kind: BadgeKind, { status, uptime, coverage, counted }: PublicService): BadgeText {
  if (kind === 'state') {
    return { label: words.state, value: statusTexts.words[status].toLowerCase(), tone: statusTones[status] };
  }
  if (kind === 'uptime') {
    const { month } = uptime;
    if (month === undefined) return { label: words.uptime, value: texts.common.noFigure, tone: 'mute' };
    return { label: words.uptime, value: uptimePercent(month), tone: toneOf(month, 0.999, 0.99) };
  }
  if (coverage === undefined) return { label: words.coverage, value: texts.common.noFigure, tone: 'mute' };
  const value =
    counted === undefined ? coveragePercent(coverage) : words.counted(counted.judged, counted.all);
  return { label: words.coverage, value, tone: toneOf(coverage, 0.95, 0.5) };
}

function toneOf(ratio: number, good: number, warn: number): BadgeText['tone'] {
  if (ratio >= good) return 'good';
  return ratio >= warn ? 'warn' : 'bad';
}

const padding = 12;

/** As wide as the font is on average; `textLength` makes the text fit. */
function widthOf(text: string): number {
  return Math.round(width(text) * 6.4) + padding;
}
