import { html } from 'hono/html';
import { type Topic, topics } from '../../contract/check.ts';
import type { RunFinding } from '../../engine/record/findings.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { Markup } from '../markup.ts';
import { sanitize } from '../sanitize.ts';
import { type Kind, legend, marksOf, signWords, type Tally, tableOf, topicOf } from '../tally.ts';

/** Where a mark of a cell leads, by the kind of its verdicts. */
type TargetOf = (endpoint: string, topic: Topic, kind: Kind) => string | undefined;

/** Endpoints by topics. What is not as it should be leads to the place that says why. */
export function tableSection(record: RunRecord, findings: readonly RunFinding[]): Markup {
  const targetOf = targetsIn(findings);
  const rows = tableOf(record).map(
    ({ endpoint, cells }) =>
      html`<tr role="row"><th scope="row" role="rowheader"><code>${sanitize(endpoint)}</code></th>${topics.map((topic, index) => cell(endpoint, topic, cells[index], targetOf))}</tr>
`,
  );
  return html`<section><h2 id="table">Endpoints</h2>
<div class="scroll" role="region" aria-labelledby="table" tabindex="0"><table class="matrix" role="table">
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Endpoint</th>${topics.map((topic) => html`<th scope="col" role="columnheader">${topic}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows}</tbody></table></div>
<p class="small">${legend.join(', ')}. A topic without a sign is not judged at that endpoint.</p></section>`;
}

/** A sign for the eye, a word for a screen reader. */
function cell(endpoint: string, topic: Topic, tally: Tally | undefined, targetOf: TargetOf): Markup {
  const marks = tally === undefined ? [] : marksOf(tally);
  if (tally === undefined || marks.length === 0) return html`<td role="cell" class="empty"></td>`;
  const shown = marks.map(({ kind, text }) => {
    const target = targetOf(endpoint, topic, kind);
    const words = html`<span aria-hidden="true">${text}</span><span class="hidden">${tally[kind]} ${signWords[kind]}</span>`;
    return target === undefined
      ? html`<span class="mark ${kind}">${words}</span> `
      : html`<a class="mark ${kind}" href="#${target}">${words}</a> `;
  });
  return html`<td role="cell" data-topic="${topic}">${shown}</td>`;
}

function targetsIn(findings: readonly RunFinding[]): TargetOf {
  const places = new Map<string, string>();
  findings.forEach(({ failures }, index) => {
    for (const { verdict } of failures) {
      const place = `${verdict.endpoint} ${topicOf(verdict.check)}`;
      // The most severe finding comes first.
      if (!places.has(place)) places.set(place, `finding-${index + 1}`);
    }
  });
  const sections: Readonly<Partial<Record<Kind, string>>> = {
    known: 'known',
    untestable: 'untestable',
    skip: 'skip',
    error: 'faults',
  };
  return (endpoint, topic, kind) => (kind === 'fail' ? places.get(`${endpoint} ${topic}`) : sections[kind]);
}
