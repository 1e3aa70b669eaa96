import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { duration, pluralize } from '../../../reports/words.ts';
import type { EvidenceView, FailureView } from '../../model.ts';
import { age } from './times.ts';

/** Failures as sentences, each with the exchange that shows it and a command that repeats it. */
export function failureList(failures: readonly FailureView[], now: string): Markup {
  return html`<ul class="evidence">${failures.map((failure) => failureItem(failure, now))}</ul>`;
}

function failureItem(failure: FailureView, now: string): Markup {
  const { check, endpoint, requirements, message, outcome, evidence } = failure;
  const fault =
    outcome === 'error'
      ? html`<p class="small"><strong>A fault of the suite itself,</strong> not of the installation.</p>`
      : '';
  return html`<li class="${outcome}"><h3 class="sentence">${sanitize(message)}</h3>${fault}<p class="small soft"><code>${endpoint}</code> · check <code>${check}</code> · ${requirements.length === 1 ? 'requirement' : 'requirements'} ${requirements.join(', ')}${since(failure, now)}</p>${evidence === undefined ? '' : evidenceOf(evidence)}</li>`;
}

function since({ since: began, runs }: FailureView, now: string): Markup | '' {
  if (began === undefined) return '';
  return html` · broken for ${age(began, now)}${runs === undefined ? '' : `, ${pluralize(runs, 'run')}`}`;
}

function evidenceOf({ status, failure, url, curl, totalMs, excerpt }: EvidenceView): Markup {
  const address = html`<code class="url">${sanitize(url)}</code>`;
  const outcome =
    status === undefined
      ? html`No answer from ${address} after ${duration(totalMs)}: ${sanitize(failure ?? 'the request ended')}.`
      : html`Status ${status} from ${address} after ${duration(totalMs)}.`;
  return html`<p class="small">${outcome}</p>${excerpt === undefined || excerpt === '' ? '' : html`<div><p class="label">Beginning of the body</p><pre tabindex="0">${sanitize(excerpt)}</pre></div>`}<div><p class="label">Repeat the request</p><pre tabindex="0">${sanitize(curl)}</pre></div>`;
}
