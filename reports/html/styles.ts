/** The style sheet of report pages: system fonts, light and dark, for phones, wide screens and paper. */
export const styles = `
:root { --ink: #18212b; --paper: #fff; --soft: #51606f; --line: #d9dfe5; --panel: #f6f7f9; --link: #0b5cad; --good: #1a6b3c; --good-tint: #e3f3e9; --bad: #a51d24; --bad-tint: #fce8e8; --open: #7a4b00; --open-tint: #fdf0d5; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ebf0; --paper: #11161c; --soft: #a7b4c1; --line: #2c3742; --panel: #181f27; --link: #8cc0f8; --good: #8bd6a6; --good-tint: #15301f; --bad: #ffaaa5; --bad-tint: #421a1d; --open: #f3c677; --open-tint: #3a2a0d; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0; color: var(--ink); background: var(--paper); font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { max-width: 76rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem; }
h1 { margin: 0; font-size: 1rem; font-weight: 600; color: var(--soft); overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 2.25rem 0 .6rem; }
h3 { font-size: 1rem; line-height: 1.45; margin: 0 0 .35rem; overflow-wrap: anywhere; }
h3.title { margin: 1.5rem 0 .5rem; }
header h2 { margin-top: 1.25rem; font-size: 1rem; }
p { margin: .25rem 0; }
p, li, dt, dd { overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
:target { scroll-margin-top: 1rem; }
article:has(:target) { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre { font: .875em/1.5 ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace; }
pre { margin: .15rem 0 .5rem; padding: .5rem .75rem; background: var(--panel); border: 1px solid var(--line); border-radius: .35rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.address { margin: 0; color: var(--soft); }
.verdict { margin: .6rem 0 .1rem; font-size: 2.25rem; line-height: 1.15; font-weight: 650; letter-spacing: -.01em; }
.state { font-size: 1.05rem; }
.good, .pass { color: var(--good); }
.bad { color: var(--bad); }
.open { color: var(--open); }
.soft, .calm, .skip { color: var(--soft); }
.small, .label { color: var(--soft); font-size: .875rem; }
.label { margin: .5rem 0 0; }
.measure { max-width: 46rem; }
.plain { list-style: none; margin: .25rem 0; padding: 0; }
.todo { margin: 0; padding: 0; list-style: none; display: grid; gap: .5rem; }
.todo li { padding: .5rem .8rem; border-left: 4px solid currentColor; border-radius: .35rem; background: var(--panel); }
.todo li > * { color: var(--ink); }
.todo p { margin: 0; }
.todo a, .todo b { font-weight: 600; margin-right: .35rem; }
.todo a { color: var(--link); }
.todo .small { color: var(--soft); }
nav { margin: 1.1rem 0 0; display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; }
nav a { padding: .25rem 0; }
main > dl { display: flex; flex-wrap: wrap; gap: .6rem 2.25rem; margin: 1.1rem 0 0; padding: .8rem 0; border: solid var(--line); border-width: 1px 0; }
main > dl > div { max-width: 17rem; }
main > dl dt { color: var(--soft); font-size: .8125rem; }
dd { margin: 0; }
table { border-collapse: collapse; }
th, td { padding: .3rem .75rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { color: var(--soft); font-size: .8125rem; font-weight: 600; border-bottom-width: 2px; }
tbody th { font-weight: normal; }
th:first-child { padding-left: 0; }
.verdict.minor { margin-top: 0; font-size: 1.4rem; }
.scroll { position: relative; overflow-x: auto; }
.matrix { width: 100%; }
.matrix td, .matrix thead th + th { text-align: center; }
.mark { display: inline-block; min-width: 1.75rem; padding: 0 .45rem; border-radius: .35rem; white-space: nowrap; text-decoration: none; text-align: center; }
a.mark:hover { text-decoration: underline; }
.fail, .error { color: var(--bad); background: var(--bad-tint); font-weight: 600; }
.known, .untestable { color: var(--open); background: var(--open-tint); }
.card { margin: 0 0 1rem; padding: .9rem 1rem; border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: .35rem; }
.card h3 { font-weight: 500; }
.pill { display: inline-block; margin-right: .35rem; padding: 0 .5rem; border-radius: .35rem; background: var(--bad-tint); color: var(--bad); font-size: .8125rem; font-weight: 650; }
.failure { margin: .75rem 0; padding-left: .75rem; border-left: 2px solid var(--line); }
details { margin-top: .5rem; }
summary code { overflow-wrap: anywhere; }
summary { cursor: pointer; padding: .15rem 0; color: var(--link); }
.gaps { columns: 22rem 3; column-gap: 2rem; margin-top: .9rem; }
.gap { break-inside: avoid; margin: 0 0 1rem; padding: .7rem 0 0; border-top: 1px solid var(--line); }
.gap h3 { margin: 0; }
.gap p { margin: .15rem 0; }
.gap code:first-child:not(:last-child) { color: var(--ink); }
.part + .part { margin-top: 2.5rem; border-top: 2px solid var(--line); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media (max-width: 44rem) {
  main { padding: 1rem 1rem 2rem; }
  .verdict { font-size: 1.9rem; }
  main > dl { gap: .5rem 1.5rem; }
  .matrix, .matrix tbody, .matrix tr, .matrix th { display: block; }
  .matrix thead { display: none; }
  .matrix tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .matrix th, .matrix td { padding: 0; border: 0; text-align: left; }
  .matrix td { display: inline-block; margin: .2rem .6rem 0 0; }
  .matrix td.empty { display: none; }
  .matrix td::before { content: attr(data-topic) " "; color: var(--soft); font-size: .8125rem; }
  .matrix .mark { min-width: 0; padding: 0 .3rem; }
}
@media print {
  :root { --ink: #000; --paper: #fff; --soft: #333; --panel: #fff; --link: #000; --good: #000; --bad: #000; --open: #000; --good-tint: #fff; --bad-tint: #fff; --open-tint: #fff; }
  html { font-size: 9.5pt; }
  .verdict { font-size: 1.75rem; }
  .matrix td, .matrix th { padding: .15rem .4rem; white-space: nowrap; }
  th:first-child { padding-left: 0; }
  main { max-width: none; padding: 0; }
  nav { display: none; }
  a { text-decoration: none; }
  .scroll { overflow: visible; }
  h2, h3 { break-after: avoid; }
  .failure, tr, .todo li { break-inside: avoid; }
  .gaps { columns: 2; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
}
`;
