/** The address of the style sheet of pages beside the overview, the installations and the runs. */
export const moreStylesUrl = '/assets/more.css';

/** Styles of comparisons, incidents and the public status page, over those of all pages. */
export const moreStyles = `
.compare-form { grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); align-items: end; margin-bottom: 1.25rem; }
.compare-form .hint { grid-column: 1 / -1; max-width: none; margin: 0; }
.changes { display: grid; gap: .6rem; margin: .75rem 0 0; padding: 0; list-style: none; }
.changes > li { padding: .6rem .9rem; border: 1px solid var(--line); border-inline-start: 4px solid var(--strong-line); border-radius: .4rem; overflow-wrap: anywhere; }
.changes > li.bad { border-inline-start-color: var(--bad); }
.changes > li.warn { border-inline-start-color: var(--warn); }
.changes > li.good { border-inline-start-color: var(--good); }
.changes p { max-width: none; }
`;
