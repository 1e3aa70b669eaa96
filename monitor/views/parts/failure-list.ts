import { html } from 'hono/html';
import { answerHeaders } from '../../../reports/answer-headers.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { duration, pluralize } from '../../../reports/words.ts';
import type { FailureEvidence } from '../../model.ts';
import type { FailureView } from '../view-model.ts';
import { formattedBody } from './formatted-body.ts';
import { age } from './times.ts';

/** What a list of findings is read with. */
export interface FindingContext {
  readonly now: string;
  /** The annotated document that says what each requirement demands, and how it did. */
  readonly documentUrl: string;
}

/** A failure as a sentence, with the exchange that shows it and a command that repeats it. */
export function failureItem(failure: FailureView, { now, documentUrl }: FindingContext): Markup {
  const { check, endpoint, requirements, message, outcome, evidence } = failure;
  const fault =
    outcome === 'error'
      ? html`<p class="small"><strong>A fault of the suite itself,</strong> not of the installation.</p>`
      : '';
  return html`<li class="${outcome}"><h3 class="sentence">${sanitize(message)}</h3>${fault}<p class="small soft"><code>${endpoint}</code> · check <code>${check}</code> · ${requirementLinks(requirements, documentUrl)}${since(failure, now)}</p>${evidence === undefined ? '' : evidenceOf(evidence, `${check}-${endpoint}`)}</li>`;
}

/** What was broken, each where the annotated document has it. */
export function requirementLinks(requirements: readonly string[], documentUrl: string): Markup {
  const links = requirements.map(
    (id, index) =>
      html`${index === 0 ? '' : ', '}<a href="${documentUrl}#${encodeURIComponent(id)}">${id}</a>`,
  );
  return html`${requirements.length === 1 ? 'requirement' : 'requirements'} ${links}`;
}

/** How long it has been failing. */
export function since({ since: began, runs }: Pick<FailureView, 'since' | 'runs'>, now: string): Markup | '' {
  if (began === undefined) return '';
  return html` · broken for ${age(began, now)}${runs === undefined ? '' : `, ${pluralize(runs, 'run')}`}`;
}

/**
 * The exchange that shows a failure.
 * @param place names it on its page, so that what was opened stays open
 */
export function evidenceOf(evidence: FailureEvidence, place: string): Markup {
  const { status, failure, url, curl, totalMs, excerpt, headers } = evidence;
  const address = html`<code class="url">${sanitize(url)}</code>`;
  const outcome =
    status === undefined
      ? html`No answer from ${address} after ${duration(totalMs)}: ${sanitize(failure ?? 'the request ended')}.`
      : html`Status ${status} from ${address} after ${duration(totalMs)}.`;
  return html`<p class="small">${outcome}</p>${excerpt === undefined || excerpt === '' ? '' : html`<div><p class="label">Beginning of the body</p><pre tabindex="0">${formattedBody(excerpt)}</pre></div>`}${answerHeaders(headers, `headers-${place.replaceAll(/[^\w.]+/g, '-')}`)}<div><p class="label">Repeat the request</p><pre tabindex="0">${sanitize(curl)}</pre></div>`;
}
