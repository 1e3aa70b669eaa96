import { scaleLinear } from 'd3-scale';
import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { duration, pluralize } from '../../../reports/words.ts';
import type { LatencyPoint } from '../../model.ts';
import { failureCrosses, latencyLine, tenths } from './latency-line.ts';

const size = { width: 128, height: 32, edge: 3 };

/** Response times of the last runs as a small line, with a text that says the same. */
export function sparkline(points: readonly LatencyPoint[]): Markup {
  const known = points.flatMap(({ ms }) => (ms === undefined ? [] : [ms]));
  const last = known.at(-1);
  if (last === undefined) return html`<span class="soft">no answer yet</span>`;
  const highest = Math.max(...known);
  const bad = points.filter(({ isFailure }) => isFailure).length;
  const text =
    `Median response time of the last ${pluralize(points.length, 'run')}: from ${duration(Math.min(...known))} ` +
    `to ${duration(highest)}, last ${duration(last)}. ${bad === 0 ? 'All conforming' : `${pluralize(bad, 'run')} not conforming`}.`;
  const x = scaleLinear([0, Math.max(points.length - 1, 1)], [size.edge, size.width - size.edge]);
  const y = scaleLinear([0, Math.max(highest, 1)], [size.height - size.edge, size.edge]);
  const lastIndex = points.findLastIndex(({ ms }) => ms !== undefined);
  // All crosses stand at the bottom: this drawing is too small for one beside the line.
  const crosses = failureCrosses(points, { x, y: () => y(0) }, 2);
  return html`<svg class="spark" viewBox="0 0 ${size.width} ${size.height}" role="img"><title>${text}</title><path class="line" d="${latencyLine(points, { x, y })}"/><path class="failures" d="${crosses}"/><circle cx="${tenths(x(lastIndex))}" cy="${tenths(y(last))}" r="2"/></svg><span class="small soft" aria-hidden="true">${duration(last)}</span>`;
}
