import { html } from 'hono/html';
import { productSign } from '../parts/icons.ts';

const titles: Readonly<Record<number, string>> = {
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  421: 'Unknown host name',
  429: 'Too many attempts',
  500: 'This did not work',
};

/** A page of one error that says nothing of what is monitored: whoever reads it may not be allowed to. */
export function renderProblem(status: number, text: string): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${titles[status] ?? 'The request was refused'} · Evidence contract monitor</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/styles.css">
</head>
<body>
<header class="bar"><div class="bar-inner"><a class="brand" href="/">${productSign()}Evidence contract monitor</a></div></header>
<main id="content">
<div class="head"><div><h1>${titles[status] ?? 'The request was refused'}</h1><p class="sub">Status ${status}</p></div></div>
<p>${text}</p>
</main>
</body>
</html>
`);
}
