/** The style sheet of the report page: system fonts, light and dark, for screens, phones and paper. */
export const styles = `
:root { --text: #1b1f24; --back: #fff; --soft: #59636e; --line: #d1d9e0; --panel: #f6f8fa; --good: #116329; --bad: #a40e26; --open: #7d4e00; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --back: #0d1117; --soft: #9ea7b3; --line: #3d444d; --panel: #161b22; --good: #56d364; --bad: #ff8a80; --open: #e3b341; }
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--text); background: var(--back); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.6rem; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin-top: 2rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
p, li, dd { overflow-wrap: anywhere; }
code, pre { font: .875em/1.45 ui-monospace, monospace; }
pre { margin: .25rem 0; padding: .5rem .75rem; background: var(--panel); border: 1px solid var(--line); border-radius: .25rem; white-space: pre-wrap; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: .5rem 1rem; }
dt { color: var(--soft); font-size: .875rem; }
dd { margin: 0; }
table { border-collapse: collapse; }
th, td { padding: .25rem .75rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
tbody th { font-weight: normal; }
.scroll { position: relative; overflow-x: auto; }
.small, .label { color: var(--soft); font-size: .875rem; margin: .25rem 0; }
.state { font-size: 1.15rem; font-weight: 600; }
.failure { border-left: 3px solid var(--bad); padding-left: .75rem; margin: .75rem 0; }
.failure p { margin: .25rem 0; }
.sentence { margin: .25rem 0; }
summary { cursor: pointer; }
.good, .pass { color: var(--good); }
.bad, .fail, .error { color: var(--bad); }
.open, .known, .untestable { color: var(--open); }
.skip { color: var(--soft); }
td span { white-space: nowrap; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media print {
  :root { --text: #000; --back: #fff; --soft: #333; --panel: #fff; --good: #000; --bad: #000; --open: #000; }
  body { font-size: .8rem; }
  main { max-width: none; padding: 0; }
  .scroll { overflow: visible; }
  .failure, tr { break-inside: avoid; }
}
`;
