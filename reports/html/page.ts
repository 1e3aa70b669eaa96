import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { Markup } from '../markup.ts';
import { sanitize } from '../sanitize.ts';
import { styles } from './styles.ts';

/**
 * One self-contained HTML page: light and dark, to read, print or send.
 * @param ownStyles styles in addition to those that all pages have
 */
export function renderPage(title: string, content: Markup, ownStyles = ''): string {
  const allStyles = `${styles}${ownStyles}`;
  const digest = createHash('sha256').update(allStyles).digest('base64');
  // From a disk or a server, the page loads and runs nothing that an installation sent.
  const policy = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${raw(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${sanitize(title)}</title>
<style>${raw(allStyles)}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
  return String(page);
}

/** Names with values, in as many columns as fit. */
export function factList(facts: readonly { readonly name: string; readonly value: string }[]): Markup {
  return html`<dl>${facts.map(({ name, value }) => html`<div><dt>${name}</dt><dd>${sanitize(value)}</dd></div>`)}</dl>`;
}

/** Our own text, with code between backticks. */
export function withCode(text: string): Markup {
  return html`${text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}

/** Pieces with a separator between them. */
export function joined(pieces: readonly (Markup | string)[], separator: Markup | string = ', '): Markup {
  return html`${pieces.map((piece, index) => (index === 0 ? piece : html`${separator}${piece}`))}`;
}
