import { type DocumentFilter, documentFilters } from './view.ts';

/** A filter hides all other articles, except the target of the address. */
function stylesOf(filter: DocumentFilter): string {
  const chosen = `.document:is(.show-${filter}, :has(#show-${filter}:checked))`;
  const hidden = `.doc-item:not(.is-${filter}):not(:target), .doc-section:not(:has(.is-${filter})):not(:has(:target)), .doc-open:not(:has(~ .is-${filter}, ~ :target)), .doc-summary, .doc-evidence:not(:has(:target)), .doc-contents li:not(.has-${filter}), .doc-contents:not(:has(.has-${filter}))`;
  return `${chosen} .none-${filter} { display: block; }\n${chosen} :is(${hidden}) { display: none; }\n`;
}

/**
 * The style sheet of the annotated document, for report pages and the monitor: each passes its own colours as custom
 * properties.
 */
export const documentStyles = `
.document { margin-top: 1.25rem; }
.document .open { color: var(--open); }
.document .soft, .document .doc-note, .document .doc-summary { color: var(--soft); }
.document p { margin: .2rem 0; max-width: 46rem; }
.document p, .document li, .document dt, .document dd { overflow-wrap: anywhere; }
.document .plain { list-style: none; margin: .35rem 0 0; padding: 0; }
.document .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.document [id] { scroll-margin-top: 4.5rem; }
.doc-numbers svg { display: block; width: 100%; height: .6rem; border-radius: .3rem; background: var(--panel); }
.doc-numbers rect { fill: currentColor; }
.doc-numbers rect.part { opacity: .55; }
.doc-numbers rect.soft { fill: var(--line); }
.document .doc-numbers p { margin-top: .5rem; max-width: none; }
.doc-numbers .part { color: var(--good); }
html:has(.doc-filter) { scroll-padding-top: 5rem; }
.doc-filter { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .4rem; margin: .9rem 0 0; padding: .6rem 0; border: 0; border-bottom: 1px solid var(--line); background: var(--paper); }
.doc-filter label, .doc-filter a { display: inline-block; padding: .25rem .8rem; border: 1px solid var(--line); border-radius: 1rem; color: var(--ink); font-size: .9375rem; text-decoration: none; cursor: pointer; }
.doc-filter input { position: absolute; opacity: 0; width: 1px; height: 1px; }
.doc-filter span { position: relative; }
.doc-filter input:checked + label, .doc-filter a[aria-current] { border-color: var(--link); background: var(--link); color: var(--paper); }
.doc-filter input:focus-visible + label { outline: 2px solid var(--link); outline-offset: 2px; }
.doc-filter label:hover, .doc-filter a:hover { border-color: var(--link); }
.doc-count { font-variant-numeric: tabular-nums; font-weight: 650; }
.doc-contents { display: block; margin: 0; }
.doc-contents ol { margin: .75rem 0 0; padding: 0; list-style: none; columns: 11rem; font-size: .9375rem; }
.doc-contents li { padding: .15rem 0; break-inside: avoid; }
.doc-section > h2, .doc-evidence > h2 { margin: 2.5rem 0 .3rem; padding-top: .6rem; border-top: 2px solid var(--ink); font-size: 1.35rem; }
.doc-section:first-of-type > h2 { margin-top: 1rem; }
.doc-number { color: var(--soft); font-weight: 400; margin-right: .35rem; }
.document .doc-summary { margin-bottom: 1rem; }
.doc-open { margin: 1.5rem 0 .25rem; color: var(--soft); font-weight: 600; }
.doc-item { padding: .8rem 0 .8rem .9rem; border-left: 3px solid transparent; border-top: 1px solid var(--line); }
.doc-item.is-broken { border-left-color: var(--bad); }
.doc-item.is-changed { border-left-color: var(--open); }
.doc-item.is-unjudged:not(.is-broken) { border-left-color: var(--open); }
.document article:target { border-left-color: var(--link); background: var(--panel); }
.doc-item h3 { display: flex; flex-wrap: wrap; gap: .1rem .75rem; align-items: baseline; margin: 0; font-size: 1rem; line-height: 1.45; }
.doc-id { font: 600 .9375rem/1.5 var(--mono, ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace); color: var(--ink); text-decoration: none; }
.doc-id:hover { text-decoration: underline; }
.doc-id.minor { color: var(--soft); font-size: .8125rem; font-weight: 400; }
.doc-status { font-size: .875rem; font-weight: 600; }
.doc-status.soft { font-weight: 400; }
.doc-note { font-size: .875rem; }
.doc-cells { display: grid; grid-template-columns: repeat(auto-fill, minmax(13.25rem, 1fr)); gap: .25rem; margin: .5rem 0 .25rem; padding: 0; list-style: none; }
.doc-cells li { position: relative; display: flex; }
.doc-cell { flex: 1; padding: .1rem .45rem; border-radius: .25rem; background: var(--panel); color: var(--soft); font: .75rem/1.6 var(--mono, ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace); text-decoration: none; }
a.doc-cell:hover { text-decoration: underline; }
.doc-cell.pass { background: var(--good-tint); color: var(--good); }
.doc-cell.fail, .doc-cell.error { background: var(--bad-tint); color: var(--bad); font-weight: 700; }
.doc-cell.known, .doc-cell.untestable { background: var(--open-tint); color: var(--open); }
.doc-why { margin: .25rem 0 0; padding: .3rem .7rem; border-left: 3px solid currentColor; border-radius: .25rem; background: var(--panel); font-size: .9375rem; max-width: 60rem; }
.document details { margin-top: .35rem; font-size: .875rem; }
.document summary { width: fit-content; padding: .1rem 0; color: var(--link); cursor: pointer; }
.doc-verdicts { display: grid; grid-template-columns: minmax(0, 18rem) minmax(0, 1fr); gap: .2rem 1rem; margin: .35rem 0; }
.doc-verdicts dd { margin: 0; }
.doc-verdict { display: inline-block; position: relative; margin-right: .9rem; }
.doc-verdict .pass { color: var(--good); background: none; }
.doc-verdict .fail, .doc-verdict .error { color: var(--bad); background: none; }
.doc-verdict .known, .doc-verdict .untestable { color: var(--open); background: none; }
.doc-answers { margin: .4rem 0; }
.doc-answers dt { padding-left: .7rem; border-left: 3px solid var(--line); font: .875rem/1.5 var(--mono, ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace); }
.doc-answers dd { margin: 0 0 .4rem; padding-left: .7rem; border-left: 3px solid var(--line); color: var(--soft); font-size: .8125rem; }
.doc-answers dd code { font-size: inherit; }
.doc-sides { margin: .35rem 0; padding-left: 1.1rem; }
.doc-here { padding: .3rem .7rem; border-left: 3px solid var(--line); }
.document .doc-exchange { margin: 0; padding: .3rem 0 .3rem .9rem; border-left: 3px solid transparent; border-top: 1px solid var(--line); font-size: .9375rem; }
.document .doc-exchange:has(:target) { border-left-color: var(--link); background: var(--panel); }
.doc-exchange:has(:target)::details-content { content-visibility: visible; display: block; height: auto; }
.document pre { margin: .3rem 0; max-height: 24rem; overflow: auto; }
.doc-none { display: none; padding: 1.5rem 0; font-size: 1.1rem; }
${documentFilters
  .filter((one) => one !== 'all')
  .map(stylesOf)
  .join('')}/* Folded on a phone alone, if the browser can show what is folded. */
@media (min-width: 44.01rem) {
  @supports selector(::details-content) {
    .doc-contents details::details-content { content-visibility: visible; display: block; height: auto; }
    .doc-contents summary { display: none; }
  }
}
@media (min-width: 70rem) {
  .doc-main { grid-column: 2; }
  .doc-columns { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 0 2.5rem; }
  .doc-contents details { position: sticky; top: 4.5rem; }
  .doc-contents ol { columns: auto; }
  .doc-contents li { padding: .2rem 0; }
}
@media (max-width: 44rem) {
  .doc-item, .doc-exchange { padding-left: .6rem; }
  .document [id] { scroll-margin-top: 1rem; }
  .doc-filter { position: static; gap: .3rem; }
  .doc-cells { grid-template-columns: repeat(auto-fill, minmax(8.25rem, 1fr)); }
  .doc-verdicts { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .doc-verdicts dd { margin-bottom: .4rem; }
  .doc-filter label, .doc-filter a { padding: .2rem .6rem; font-size: .875rem; }
}
@media print {
  .doc-filter, .doc-contents { display: none; }
  .doc-item, .doc-exchange { break-inside: avoid; padding: .4rem 0 .4rem .5rem; }
  .doc-cells { grid-template-columns: repeat(7, minmax(0, 1fr)); }
  .doc-cell { border: 1px solid #999; font-size: .6rem; }
  .document pre { max-height: none; }
  .document details:not([open]) { display: none; }
}
`;
