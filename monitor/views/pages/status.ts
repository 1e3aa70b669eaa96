import { html } from 'hono/html';
import { assetUrl } from '../asset-url.ts';
import { sharedWindows } from '../data/shared-windows.ts';
import { type PublicService, type PublicStatus, type StatusView, shownDays } from '../data/status-view.ts';
import { contactCheck, lostContactTexts } from '../parts/contact.ts';
import { barsLegend, serviceCard, windowLine } from '../parts/service-card.ts';
import { moment } from '../parts/times.ts';
import { texts } from '../texts.ts';

const words = texts.status;

/** Twice as often as without a script, which has to load the whole page anew. */
const refreshSeconds = 30;

/** The public page: whether each chosen service works, how it was, and nothing that is the operator's. */
export function renderStatus({ now, services, isHistoryAway }: StatusView): string | Promise<string> {
  const shown = services.toSorted((one, other) => rankOf(one) - rankOf(other));
  const [tone, headline] = headlineOf(
    shown.length,
    shown.filter(({ status }) => status !== 'works'),
  );
  const { shared, own } = sharedWindows(shown);
  return html`<!doctype html>
<html lang="${texts.frame.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${words.title}</title>
<link rel="icon" href="${assetUrl('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${assetUrl('styles.css')}">
<script type="module" src="${assetUrl('day-names.js')}"></script>
<script type="module" src="${assetUrl(contactCheck.script)}"></script>
<noscript><meta http-equiv="refresh" content="60"></noscript>
</head>
<body class="status-page"${contactCheck.attributes('/status', refreshSeconds)}${lostContactTexts()}>
<main id="content" data-live>
<h1>${words.title}</h1>
<p class="status-headline ${tone}">${headline}</p>
${isHistoryAway === true ? html`<p class="small soft">${words.historyAway}</p>` : ''}
${shared.map((window) => windowLine(window, true))}
${shown.length === 0 ? '' : barsLegend()}
<div class="services">${own.map((service) => serviceCard(service, now, shownDays))}</div>
</main>
<footer class="foot"><p id="made" data-live>${words.asOf(moment(now))}</p></footer>
</body>
</html>
`;
}

const gravestFirst = ['down', 'errors', 'slow', 'unknown', 'maintenance', 'works'] as const;

function rankOf({ status }: PublicService): number {
  return gravestFirst.indexOf(status);
}

/** More are counted, and not named. */
const mostNamed = 3;

/** @param bad the gravest first */
function headlineOf(all: number, bad: readonly PublicService[]): readonly [string, string] {
  if (all === 0) return ['mute', words.none];
  if (bad.length === 0) return ['good', all === 1 ? words.oneWorks : words.allWork];
  const down = bad.filter(({ status }) => status === 'down').map(({ name }) => name);
  const tone = down.length > 0 ? 'bad' : 'warn';
  if (bad.length <= mostNamed) {
    const names = bad.map(({ name, status }) => `${name}: ${words.words[status].toLowerCase()}`);
    return [tone, `${names.join('; ')}.`];
  }
  const isNamed = down.length > 0 && down.length <= mostNamed;
  return [tone, isNamed ? words.areDown(down, bad.length - down.length) : countsText(all, bad)];
}

/** "7 of 14 services need attention. Down: 4, limits requests: 3." Each of them says so below. */
function countsText(all: number, bad: readonly PublicService[]): string {
  const parts = gravestFirst.flatMap((status) => {
    const length = countOf(bad, status);
    return length === 0 ? [] : [`${words.words[status].toLowerCase()}: ${length}`];
  });
  return words.needAttention(bad.length, all, parts.join(', '));
}

function countOf(services: readonly PublicService[], status: PublicStatus): number {
  return services.filter((service) => service.status === status).length;
}
