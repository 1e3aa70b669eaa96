/** The address of the style sheet of pages beside the overview, the installations and the runs. */
export const moreStylesUrl = '/assets/more.css';

/** Styles of comparisons, incidents and the public status page, over those of all pages. */
export const moreStyles = `
.compare-form { grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); align-items: end; margin-bottom: 1.25rem; }
.compare-form .hint { grid-column: 1 / -1; max-width: none; margin: 0; }
.changes { display: grid; gap: .6rem; margin: .75rem 0 0; padding: 0; list-style: none; }
.changes > li { padding: .6rem .9rem; border: 1px solid var(--line); border-inline-start: 4px solid var(--strong-line); border-radius: .4rem; overflow-wrap: anywhere; }
.changes > li.tone-bad { border-inline-start-color: var(--bad); }
.changes > li.tone-warn { border-inline-start-color: var(--warn); }
.changes > li.tone-good { border-inline-start-color: var(--good); }
.changes p, .closing { max-width: none; }
.closing { margin-top: 1rem; }
.incident-cards { display: grid; gap: 1rem; }
.incident-card { display: grid; gap: .4rem; padding: .9rem 1.1rem; border: 1px solid var(--line); border-inline-start: 4px solid var(--strong-line); border-radius: .4rem; overflow-wrap: anywhere; }
.incident-card.tone-bad { border-inline-start-color: var(--bad); }
.incident-card.tone-warn { border-inline-start-color: var(--warn); }
.incident-card:target { background: var(--surface); }
.incident-card h2 { display: flex; flex-wrap: wrap; gap: .3rem .7rem; align-items: center; font-size: 1.05rem; }
.incident-card p { max-width: none; }
.incident-card .lasted { font-variant-numeric: tabular-nums; }
.course { margin: 0; padding-left: 1.2rem; color: var(--soft-ink); }
.incident-notes { display: grid; gap: .4rem; margin: .2rem 0; padding: .5rem .8rem; list-style: none; background: var(--surface); border-radius: .35rem; }
.note-form form { margin-top: .6rem; max-width: 40rem; }
.note-form summary { width: fit-content; color: var(--accent); cursor: pointer; }
.status-page main { max-width: 48rem; }
.status-page .foot { max-width: 48rem; }
.status-headline { margin: .6rem 0 1.5rem; padding: .8rem 1.1rem; border-radius: .5rem; font-size: 1.25rem; font-weight: 650; max-width: none; }
.status-headline.good { color: var(--good); background: var(--good-tint); }
.status-headline.warn { color: var(--warn); background: var(--warn-tint); }
.status-headline.bad { color: var(--bad); background: var(--bad-tint); }
.status-headline.mute { color: var(--mute); background: var(--mute-tint); }
.service { margin-top: 1rem; padding: 1rem 1.1rem; border: 1px solid var(--line); border-radius: .5rem; }
.service h2 { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .3rem 1rem; overflow-wrap: anywhere; }
.service-word { font-size: 1rem; }
.service-word.good { color: var(--good); }
.service-word.warn { color: var(--warn); }
.service-word.bad { color: var(--bad); }
.service-word.calm { color: var(--calm); }
.service-word.mute { color: var(--mute); }
.service-uptime { display: flex; flex-wrap: wrap; gap: .4rem 2rem; margin: .7rem 0; }
.service-uptime dt { color: var(--soft-ink); font-size: .85rem; }
.service-uptime dd { margin: 0; font-size: 1.15rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.service summary { width: fit-content; font-size: .92rem; cursor: pointer; }
textarea { width: 100%; padding: .4rem .6rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--strong-line); border-radius: .35rem; }
`;
