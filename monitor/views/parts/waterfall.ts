import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { duration } from '../../../reports/words.ts';
import { tenths } from '../charts/latency-line.ts';
import type { ExchangeView } from '../run-model.ts';
import { texts } from '../texts.ts';
import { evidenceOf } from './failure-list.ts';
import { phaseNames } from './run-tables.ts';

const words = texts.run.exchanges;
const width = 1000;
const phases = ['dns', 'connect', 'tls', 'firstByte', 'transfer'] as const;

/** The exchanges of a run over its time; each opens to its request, its answer and its phases. */
export function waterfall(exchanges: readonly ExchangeView[] | undefined): Markup {
  if (exchanges === undefined) {
    return html`<p>${words.notKept}</p>`;
  }
  if (exchanges.length === 0) return html`<p>${words.none}</p>`;
  const endMs = Math.max(1, ...exchanges.map(({ startMs, phasesMs }) => startMs + phasesMs.total));
  const names = phases.map((phase) => html`<li><i class="swatch-box ${phase}"></i>${phaseNames[phase]}</li>`);
  return html`<p class="lead small">${words.introduction(exchanges.length, duration(endMs))}</p>
<ol class="waterfall">${exchanges.map((one, index) => item(one, index, endMs))}</ol>
<ul class="legend small soft" aria-label="${words.legend}">${names}</ul>`;
}

function item(exchange: ExchangeView, index: number, endMs: number): Markup {
  const { endpoint, key, status, phasesMs, lagMs, evidence } = exchange;
  const tone = evidence !== undefined || status === undefined || status >= 500 ? 'bad' : '';
  const shows = evidence === undefined ? '' : html`<span class="spoken">${words.showsFailure}</span>`;
  return html`<li class="${tone}"><details id="exchange-${index}"><summary><code class="exchange-endpoint">${endpoint}</code><span class="exchange-key soft">${words.keys[key]}</span><span class="exchange-status ${tone}">${status ?? words.noStatus}${shows}</span>${bar(exchange, endMs)}<span class="exchange-time">${duration(phasesMs.total)}${lagMs === undefined ? '' : html`<span title="${words.lag(duration(lagMs))}">*<span class="spoken">${words.lagMark}</span></span>`}</span></summary>${detail(exchange, index)}</details></li>`;
}

function detail(exchange: ExchangeView, index: number): Markup {
  const { method, path, status, failure, bytes, startMs, lagMs, evidence } = exchange;
  const answer =
    status === undefined
      ? words.noAnswer(sanitize(failure ?? texts.common.requestEnded))
      : words.answered(status, bytes);
  const more =
    evidence === undefined
      ? html`<p class="small soft">${words.bodyNotKept}</p>`
      : evidenceOf(evidence, `exchange-${index}`);
  return html`<div class="exchange-detail"><pre tabindex="0">${sanitize(`${method} ${path}`)}</pre><p class="small">${answer} ${words.sent(duration(startMs))} ${phaseText(exchange)}${lagMs === undefined ? '' : ` ${words.lag(duration(lagMs))}`}</p>${more}</div>`;
}

/** Drawn from where the request was sent; each phase follows the one before. */
function bar({ startMs, phasesMs }: ExchangeView, endMs: number): Markup {
  const scale = width / endMs;
  const drawn = phases.reduce<{ readonly fromMs: number; readonly parts: readonly Markup[] }>(
    ({ fromMs, parts }, phase) => {
      const ms = phasesMs[phase] ?? 0;
      return ms <= 0
        ? { fromMs, parts }
        : { fromMs: fromMs + ms, parts: [...parts, part(phase, fromMs * scale, ms * scale)] };
    },
    { fromMs: startMs, parts: [] },
  );
  const whole = part('firstByte', startMs * scale, phasesMs.total * scale);
  return html`<svg class="exchange-bar" viewBox="0 0 ${width} 10" preserveAspectRatio="none" aria-hidden="true">${drawn.parts.length === 0 ? whole : drawn.parts}</svg>`;
}

function part(phase: string, x: number, length: number): Markup {
  return html`<rect class="${phase}" x="${tenths(x)}" width="${tenths(Math.max(1, length))}" height="10"/>`;
}

function phaseText({ phasesMs }: ExchangeView): string {
  const known = phases.flatMap((phase) => {
    const ms = phasesMs[phase];
    return ms === undefined ? [] : [words.phase(phaseNames[phase] ?? phase, duration(ms))];
  });
  return known.length === 0 ? '' : `${known.join(', ')}.`;
}
