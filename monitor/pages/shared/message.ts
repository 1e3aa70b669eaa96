import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { crumbsTo, documentStart, layout } from './layout.ts';
import { productSign } from './marks.ts';
import type { FrameView } from './model.ts';
import { texts } from './texts.ts';

/** A page of one message: not found, refused, or an action that failed. */
export function renderMessage(
  frame: FrameView,
  { title, text, status }: { readonly title: string; readonly text: string; readonly status: number },
): Markup {
  return layout(frame, {
    title,
    crumbs: crumbsTo(title),
    refreshing: 'never',
    content: html`
<div class="head"><div><h1>${title}</h1><p class="sub">${texts.errors.status(status)}</p></div></div>
<p>${text}</p>
<p class="section"><a href="/">${texts.errors.allInstallations}</a></p>`,
  });
}

const titles: Readonly<Record<number, string>> = texts.errors.titles;

/** A page of one error that says nothing about what is monitored: its reader may not be allowed to know. */
export function renderProblem(status: number, text: string): string {
  const title = titles[status] ?? texts.errors.refused;
  return String(html`${documentStart(texts.frame.title(title))}
</head>
<body>
<header class="bar"><div class="bar-inner"><a class="brand" href="/">${productSign()}${texts.frame.product}</a></div></header>
<main id="content">
<div class="head"><div><h1>${title}</h1><p class="sub">${texts.errors.status(status)}</p></div></div>
<p>${text}</p>
</main>
</body>
</html>
`);
}
