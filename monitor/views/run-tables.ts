import { html } from 'hono/html';
import { sanitize } from '../../reports/sanitize.ts';
import type { Markup } from './markup.ts';
import { outcomeText } from './status-grid.ts';
import type { RunView } from './view-model.ts';
import { count, duration } from './words.ts';

/** How each endpoint stood in a run. */
export function endpointTable(endpoints: RunView['endpoints']): Markup {
  const rows = endpoints.map(
    ({ endpoint, outcome, ms }) =>
      html`<tr><th scope="row"><code>${endpoint}</code></th><td>${outcomeText(outcome)}</td><td class="number">${ms === undefined ? html`<span aria-hidden="true">–</span><span class="spoken">no answer</span>` : duration(ms)}</td></tr>`,
  );
  return table(
    'Table of endpoints',
    'Every endpoint of the document, and its slowest request with a valid key.',
    [
      html`<thead><tr><th scope="col">Endpoint</th><th scope="col">Requirements</th><th scope="col" class="number">Time</th></tr></thead>`,
      html`<tbody>${rows}</tbody>`,
    ],
  );
}

const phaseWords: Readonly<Record<string, string>> = {
  dns: 'Name look-up',
  connect: 'Connection',
  tls: 'TLS handshake',
  firstByte: 'Waiting for the first byte',
  first_byte: 'Waiting for the first byte',
  transfer: 'Transfer of the body',
  total: 'Whole request',
};

/** Where the time of a request went. */
export function phaseTable(phases: RunView['phases']): Markup {
  if (phases.length === 0) return html`<p>No request got an answer.</p>`;
  const longest = Math.max(...phases.map(({ ms }) => ms), 1);
  const rows = phases.map(
    ({ phase, ms }) =>
      html`<tr><th scope="row">${phaseWords[phase] ?? phase}</th><td class="number">${duration(ms)}</td><td class="bar-cell"><svg class="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="4"/><rect class="value" width="${Math.round((ms / longest) * 1000) / 10}" height="4"/></svg></td></tr>`,
  );
  return table(
    'Table of phases',
    'Median of all requests of the run; phases that did not happen are left out.',
    [
      html`<thead><tr><th scope="col">Phase</th><th scope="col" class="number">Median</th><th scope="col">Share</th></tr></thead>`,
      html`<tbody>${rows}</tbody>`,
    ],
  );
}

const outcomeNames = { pass: 'kept', untestable: 'untestable', skip: 'not asked for' } as const;

/** Every verdict that is no failure. */
export function verdictTable(verdicts: RunView['verdicts']): Markup {
  if (verdicts === undefined) {
    return html`<p>The detail of what was kept is no longer stored for runs of this age.</p>`;
  }
  const rows = verdicts.map(
    ({ check, endpoint, outcome, message }) =>
      html`<tr><th scope="row"><code>${check}</code></th><td><code>${endpoint}</code></td><td>${outcomeNames[outcome]}</td><td class="long">${sanitize(message ?? '')}</td></tr>`,
  );
  return html`<details><summary>${count(verdicts.length, 'verdict')}</summary>${table(
    'Table of verdicts',
    'Checks that hold, that could not be judged, or that the configuration does not ask for.',
    [
      html`<thead><tr><th scope="col">Check</th><th scope="col">Endpoint</th><th scope="col">Outcome</th><th scope="col">Why</th></tr></thead>`,
      html`<tbody>${rows}</tbody>`,
    ],
  )}</details>`;
}

function table(label: string, caption: string, parts: readonly Markup[]): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table><caption>${caption}</caption>${parts}</table></div>`;
}
