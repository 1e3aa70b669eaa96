import { html } from 'hono/html';
import { answerHeaders } from '../../../reports/html/answer-headers.ts';
import { formattedBody, isWhole } from '../../../reports/html/formatted-body.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import type { FailureEvidence } from '../../model.ts';
import { texts } from '../texts.ts';
import type { FailureView } from '../view-model.ts';
import { age, tookText } from './times.ts';

const words = texts.findings;

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
      ? html`<p class="small">${words.faultOf(html`<strong>${words.fault}</strong>`)}</p>`
      : '';
  return html`<li class="${outcome}"><h3 class="sentence">${sanitize(message)}</h3>${fault}<p class="small soft"><code>${endpoint}</code> · ${words.checks([html`<code>${check}</code>`])} · ${requirementLinks(requirements, documentUrl)}${since(failure, now)}</p>${evidence === undefined ? '' : evidenceOf(evidence, `${check}-${endpoint}`)}</li>`;
}

/** What was broken, each where the annotated document has it. */
export function requirementLinks(requirements: readonly string[], documentUrl: string): Markup {
  const links = requirements.map(
    (id, index) =>
      html`${index === 0 ? '' : ', '}<a href="${documentUrl}#${encodeURIComponent(id)}">${id}</a>`,
  );
  return words.requirements(links);
}

/** How long it has been failing. */
export function since({ since: began, runs }: Pick<FailureView, 'since' | 'runs'>, now: string): Markup | '' {
  if (began === undefined) return '';
  return html` · ${words.brokenFor(age(began, now), runs)}`;
}

/**
 * The exchange that shows a failure.
 * @param place names it on its page, so that what was opened stays open
 */
export function evidenceOf(evidence: FailureEvidence, place: string): Markup {
  const { status, failure, url, curl, excerpt, headers } = evidence;
  const address = html`<code class="url">${sanitize(url)}</code>`;
  const outcome =
    status === undefined
      ? words.noAnswer(address, tookText(evidence), sanitize(failure ?? texts.common.requestEnded))
      : words.answer(status, address, tookText(evidence));
  return html`<p class="small">${outcome}</p>${excerpt === undefined || excerpt === '' ? '' : html`<div><p class="label">${isWhole(excerpt) ? words.body : words.bodyBegins}</p><pre tabindex="0">${formattedBody(excerpt)}</pre></div>`}${answerHeaders(headers, `headers-${place.replaceAll(/[^\w.]+/g, '-')}`)}<div><p class="label">${words.repeat}</p><pre tabindex="0">${sanitize(curl)}</pre></div>`;
}
