import { html } from 'hono/html';
import type { Markup } from './markup.ts';
import type { LatencyPoint } from './view-model.ts';
import { count, duration } from './words.ts';

const size = { width: 128, height: 32, edge: 3 };

/** Response times of the last runs as a small line, with a text that says the same. */
export function sparkline(points: readonly LatencyPoint[]): Markup {
  const known = points.flatMap(({ ms }) => (ms === undefined ? [] : [ms]));
  const last = known.at(-1);
  if (last === undefined) return html`<span class="soft">no answer yet</span>`;
  const highest = Math.max(...known);
  const bad = points.filter(({ isFailure }) => isFailure).length;
  const text =
    `Median response time of the last ${count(points.length, 'run')}: from ${duration(Math.min(...known))} ` +
    `to ${duration(highest)}, last ${duration(last)}. ${bad === 0 ? 'All runs were good' : `${count(bad, 'run')} not good`}.`;
  const x = (index: number): number =>
    round(size.edge + (index / Math.max(points.length - 1, 1)) * (size.width - 2 * size.edge));
  const y = (ms: number): number =>
    round(size.height - size.edge - (ms / Math.max(highest, 1)) * (size.height - 2 * size.edge));
  const lastIndex = points.findLastIndex(({ ms }) => ms !== undefined);
  return html`<svg class="spark" viewBox="0 0 ${size.width} ${size.height}" role="img"><title>${text}</title><path class="line" d="${linePath(points, x, y)}"/><path class="failures" d="${crosses(points, x)}"/><circle cx="${x(lastIndex)}" cy="${y(last)}" r="2"/></svg><span class="small soft" aria-hidden="true">${duration(last)}</span>`;
}

/** An SVG path through the points that have a time; a run without an answer interrupts it. */
export function linePath(
  points: readonly LatencyPoint[],
  x: (index: number) => number,
  y: (ms: number) => number,
): string {
  let isOpen = false;
  const steps = points.map(({ ms }, index) => {
    const command = isOpen ? 'L' : 'M';
    isOpen = ms !== undefined;
    return ms === undefined ? '' : `${command}${x(index)} ${y(ms)}`;
  });
  return steps.join('');
}

function crosses(points: readonly LatencyPoint[], x: (index: number) => number): string {
  const bottom = size.height - size.edge;
  return points
    .map(({ isFailure }, index) =>
      isFailure ? `M${round(x(index) - 2)} ${bottom - 2}l4 4M${round(x(index) + 2)} ${bottom - 2}l-4 4` : '',
    )
    .join('');
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
