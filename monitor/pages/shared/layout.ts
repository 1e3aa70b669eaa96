import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { assetUrl, chartLibrary } from './assets.ts';
import { productSign } from './marks.ts';
import type { FrameView } from './model.ts';
import { texts } from './texts.ts';
import { moment } from './times.ts';
import { installationUrl, monitorUrl } from './urls.ts';

/** How a page without the stream of events finds out that the monitor is gone. */
export const contactCheck = {
  script: 'contact-check.js',
  /** What the script asks now and then. With a number of seconds it also brings the page up to date. */
  attributes(address: '/healthz' | '/status', refreshSeconds?: number): Markup {
    return html` data-contact="${address}"${refreshSeconds === undefined ? '' : html` data-refresh-seconds="${refreshSeconds}"`}`;
  },
} as const;

/** What scripts show while nothing is heard of the monitor. */
export function lostContactTexts(): Markup {
  const { lostContact, lostContactTitle } = texts.scripts;
  return html` data-text-lost-contact="${lostContact('{clock}')}" data-text-lost-contact-title="${lostContactTitle}"`;
}

const words = texts.frame;

/** How a page updates itself. */
export type Refreshing =
  /** By the script, and without one by the browser. Only for pages without forms, which a reload would empty. */
  | 'always'
  /** By the script alone, which leaves forms alone. */
  | 'by-script'
  /** Not at all: what the page shows no longer changes. It only says when the monitor is gone. */
  | 'never';

/** What a page puts into the frame that all pages share. */
export interface Page {
  /** For the browser's tab; the heading is part of the content. */
  readonly title: string;
  /** The breadcrumb, from the overview to this page. */
  readonly crumbs: readonly { readonly text: string; readonly url?: string }[];
  readonly refreshing: Refreshing;
  /** As wide as the screen allows: for tables of many columns. */
  readonly isWide?: boolean;
  /** Nothing but the content, for a screen on a wall. */
  readonly isBare?: boolean;
  /** The page is about this installation alone: others do not change it. */
  readonly installation?: string | undefined;
  /** Where the page is found when it answers a form: its copies are asked for there. */
  readonly address?: string | undefined;
  /** Scripts in addition to the one that keeps pages up to date, by their names. */
  readonly scripts?: readonly string[];
  readonly content: Markup;
}

/** The way from the list of installations to a page, through the page of an installation if it is about that one. */
export function crumbsTo(text: string, installation?: string): Page['crumbs'] {
  const between =
    installation === undefined ? [] : [{ text: installation, url: installationUrl(installation) }];
  return [{ text: words.installations, url: '/' }, ...between, { text }];
}

/** How every document begins: up to what its head has in addition. */
export function documentStart(title: string, icon = 'icon.svg'): Markup {
  return html`<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${assetUrl(icon)}" type="image/svg+xml">
<link rel="stylesheet" href="${assetUrl('styles.css')}">`;
}

/** A whole document: head, landmarks, breadcrumb, content, and when it was made. */
export function layout(frame: FrameView, page: Page): Markup {
  const { refreshSeconds } = frame;
  const refreshes = page.refreshing !== 'never';
  return html`${documentStart(words.title(page.title), iconOf(frame))}
${['local-times.js', refreshes ? 'live.js' : contactCheck.script, ...(page.scripts ?? [])].map(scriptTag)}
${page.refreshing === 'always' ? html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>` : ''}
</head>
<body${page.isWide === true ? html` class="wide"` : ''}${refreshes ? liveAttributes(refreshSeconds, page) : contactCheck.attributes('/healthz')}${lostContactTexts()}${timeTexts()}>
${page.isBare === true ? '' : banner(frame, page)}
<main id="content" tabindex="-1">
${crumbs(page)}
${frame.warning === undefined ? '' : html`<p class="cause warn" role="note">${frame.warning}</p>`}
${noticeAbove(frame)}
${page.content}
</main>
${page.isBare === true ? '' : footer(frame, page)}
</body>
</html>
`;
}

/** A tab that is pinned shows its icon alone. */
function iconOf({ summary }: FrameView): string {
  return summary.some(({ state }) => stateOf(state).isIncident) ? 'icon-trouble.svg' : 'icon.svg';
}

/** What the script that knows the reader's clock shows. */
function timeTexts(): Markup {
  const { localTime, localNow, utcTime, localZone, toLocal, toUtc } = texts.scripts;
  return html` data-text-local-time="${localTime('{time}')}" data-text-local-now="${localNow('{time}')}" data-text-utc-time="${utcTime('{time}')}" data-text-local-zone="${localZone}" data-text-to-local="${toLocal}" data-text-to-utc="${toUtc}"`;
}

/** What the script that keeps the page up to date goes by and shows. */
function liveAttributes(refreshSeconds: number, { installation, address }: Page): Markup {
  const { pause, resume } = texts.scripts;
  return html` data-refresh-seconds="${refreshSeconds}"${installation === undefined ? '' : html` data-installation="${installation}"`}${address === undefined ? '' : html` data-address="${address}"`} data-text-pause="${pause}" data-text-resume="${resume}"`;
}

/** The library of charts is no module. None of them keeps the page from being painted. */
function scriptTag(name: string): Markup {
  return name === chartLibrary.name
    ? html`<script defer src="${assetUrl(name)}"></script>`
    : html`<script type="module" src="${assetUrl(name)}"></script>`;
}

/** Where the navigation leads, by the last crumb of each page; what machines read comes last. */
const places = [
  [words.overview, '/'],
  [words.incidents, '/incidents'],
  [words.actions, '/actions'],
  [words.runbook, '/runbook'],
  [words.status, '/status'],
  [words.metrics, '/metrics', 'machine'],
  [words.api, '/api/v1/installations', 'machine'],
] as const;

function banner({ hasStatusPage }: FrameView, { crumbs: way }: Page): Markup {
  const links = places
    .filter(([text]) => hasStatusPage || text !== words.status)
    .map(
      ([text, url, kind]) =>
        html`<a href="${url}"${kind === undefined ? '' : html` class="${kind}"`}${way.at(-1)?.text === text ? html` aria-current="page"` : ''}>${text}</a>\n`,
    );
  return html`<a class="skip" href="#content">${words.skip}</a>
<header class="bar"><div class="bar-inner">
<a class="brand" href="/">${productSign()}${words.product}</a>
<nav aria-label="${words.navigation}">
${links}</nav>
</div></header>`;
}

function footer({ now, suiteVersion }: FrameView, page: Page): Markup {
  return html`<footer class="foot">
<p id="made" data-live>${words.asOf(moment(now), page.refreshing)} <span data-zone>${words.zone}</span></p>
<p><a href="${monitorUrl}">${texts.ownHealth.title}</a> · ${words.suite(suiteVersion)}</p>
</footer>`;
}

function crumbs({ crumbs: way }: Page): Markup | '' {
  if (way.length < 2) return '';
  const items = way.map(({ text, url }) =>
    url === undefined
      ? html`<li aria-current="page">${text}</li>`
      : html`<li><a href="${url}">${text}</a></li>`,
  );
  return html`<nav class="crumbs" aria-label="${words.crumbs}"><ol>${items}</ol></nav>`;
}

function noticeAbove({ notice }: FrameView): Markup | '' {
  if (notice === undefined) return '';
  const [tone, role] = notice.isProblem ? ['bad', 'alert'] : ['good', 'status'];
  return html`<p class="cause notice ${tone}" role="${role}">${notice.text}</p>`;
}

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
