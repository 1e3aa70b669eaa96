import { html } from 'hono/html';
import { endpoints } from '../../../contract/endpoints.ts';
import type { Markup } from '../../../reports/markup.ts';
import { duration } from '../../../reports/words.ts';
import { type LatencySpan, latencySpans, type ResponseTimesView } from '../response-times-model.ts';
import { texts } from '../texts.ts';

const words = texts.installation.responseTimes;

/** Leads to other spans of the chart, and to the times of each endpoint. They are links: a form would lose its choice. */
export function latencyLinks(url: string, { span, endpoint }: ResponseTimesView): Markup {
  const spans = latencySpans.map(
    ({ id }) =>
      html`<a href="${chartUrl(url, id, endpoint)}"${id === span ? html` aria-current="true"` : ''}>${words.spanNames[id]}</a>`,
  );
  const ids = endpoints.map(
    ({ id }) =>
      html`<li><a href="${chartUrl(url, span, id)}"${id === endpoint ? html` aria-current="true"` : ''}><code>${id}</code></a></li>`,
  );
  const all =
    endpoint === undefined ? '' : html` <a href="${chartUrl(url, span, undefined)}">${words.allRequests}</a>`;
  return html`<nav class="layouts" aria-label="${words.spans}">${spans}</nav>
<nav class="chart-endpoints" aria-label="${words.endpoints}"><details id="chart-endpoints"><summary>${endpoint === undefined ? words.ofOne : words.ofAnother}</summary><ul>${ids}</ul></details>${all}</nav>`;
}

/** One figure for the whole span: what a report or an agreement asks for. */
export function wholeSpan({ whole }: ResponseTimesView): Markup | '' {
  if (whole === undefined) return '';
  const { p50, p95, p99 } = whole;
  return html`<p class="whole-span">${words.whole(duration(p50), duration(p95), duration(p99))}</p>`;
}

function chartUrl(url: string, span: LatencySpan, endpoint: string | undefined): string {
  const query = new URLSearchParams({
    ...(span === '24h' ? {} : { span }),
    ...(endpoint === undefined ? {} : { endpoint }),
  }).toString();
  return `${url}${query === '' ? '' : `?${query}`}#latency`;
}
