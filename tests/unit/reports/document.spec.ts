import { expect, test } from '@playwright/test';
import { groupBy } from '../../../engine/group-by.ts';
import { makeBaseline } from '../../../engine/record/baseline.ts';
import { renderFindingsSarif } from '../../../reports/ci/findings-sarif.ts';
import { renderJunit } from '../../../reports/ci/junit.ts';
import { renderDocument } from '../../../reports/document/report.ts';
import type { DocumentVerdict } from '../../../reports/document/view.ts';
import { type DocumentView, documentView } from '../../../reports/document/view.ts';
import { renderHtml } from '../../../reports/html/run.ts';
import { renderMarkdown } from '../../../reports/markdown/run.ts';
import {
  exchange,
  forbidden,
  hostileDeviations,
  hostileRecord,
  mixed,
  projects,
  record,
  users,
  verdict,
} from '../../support/records.ts';

const check = 'auth.no-key-rejected';
const requirement = (view: DocumentView, id: string) =>
  view.sections.flatMap(({ requirements }) => requirements).find((one) => one.id === id);
const gap = (view: DocumentView, id: string) =>
  view.sections.flatMap(({ gaps }) => gaps).find((one) => one.id === id);
const viewOf = (verdicts: readonly DocumentVerdict[]): DocumentView =>
  documentView({ verdicts, observations: [] });

const statuses: readonly (readonly [string, readonly DocumentVerdict[], string, string])[] = [
  [
    'a pass at each of two endpoints',
    [verdict(check, users, 'pass'), verdict(check, projects, 'pass')],
    'holds',
    'holds at both endpoints',
  ],
  [
    'a failure next to a pass',
    [verdict(check, users, 'fail'), verdict(check, projects, 'pass')],
    'broken',
    'broken at 1 of 2 endpoints',
  ],
  [
    'a known failure',
    [verdict(check, users, 'fail', { known: 'Ticket 7.' }), verdict(check, projects, 'pass')],
    'known',
    'known failure at 1 of 2 endpoints',
  ],
  [
    'a pass and an untestable verdict',
    [verdict(check, users, 'pass'), verdict(check, projects, 'untestable')],
    'partly',
    'holds at 1 of 2 endpoints, 1 not judged',
  ],
  [
    'a pass and a skipped verdict',
    [verdict(check, users, 'pass'), verdict(check, projects, 'skip')],
    'holds',
    'holds',
  ],
  ['a fault of the suite', [verdict(check, users, 'error')], 'fault', 'the suite broke'],
  ['only an untestable verdict', [verdict(check, users, 'untestable')], 'unjudged', 'could not be judged'],
  ['only a skipped verdict', [verdict(check, users, 'skip')], 'unjudged', 'not asked for'],
  ['no verdict', [], 'unjudged', 'not part of this run'],
];

for (const [name, verdicts, status, words] of statuses) {
  test(`a requirement with ${name} reads: ${words}`, () => {
    expect(requirement(viewOf(verdicts), 'AUTH-1')).toMatchObject({ status, words });
  });
}

test('an unobservable requirement says so, and is in no filter', () => {
  expect(requirement(viewOf([]), 'AUTH-3')).toMatchObject({
    status: 'unobservable',
    words: 'no answer can show it',
    shownBy: [],
  });
});

test('cells are in the order of the endpoints, each with the worst outcome there', () => {
  const view = viewOf([
    verdict(check, users, 'pass'),
    verdict('auth.wrong-header-key-rejected', users, 'untestable'),
    verdict(check, projects, 'fail'),
    verdict('auth.wrong-header-key-rejected', projects, 'pass'),
  ]);
  const cells = requirement(view, 'AUTH-1')?.cells.map(({ endpoint, kind }) => `${endpoint} ${kind}`);
  expect(cells).toEqual([`${projects} fail`, `${users} untestable`]);
});

test('a message is shown once, and a verdict that a failure explains is left out', () => {
  const view = viewOf([
    verdict(check, users, 'fail', { message: 'It is open.' }),
    verdict('auth.wrong-header-key-rejected', users, 'fail', { message: 'It is open.' }),
    verdict('auth.empty-header-key-rejected', users, 'untestable', {
      message: 'In other words.',
      reason: { code: 'explained', facts: { check } },
    }),
    verdict(check, projects, 'untestable', { message: 'Nothing came.' }),
  ]);
  const shown = requirement(view, 'AUTH-1');
  expect(shown?.failures.map(({ message }) => message)).toEqual(['It is open.']);
  expect(shown?.reasons).toEqual(['Nothing came.']);
});

test('the numbers of the filters match the statuses of the requirements', () => {
  const { sections, shown } = documentView({ verdicts: mixed.verdicts, observations: [] });
  const statuses = sections.flatMap(({ requirements }) => requirements.map(({ status }) => status));
  const numbers = [...groupBy(statuses, (status) => status)].map(([status, own]) => [status, own.length]);
  expect(Object.fromEntries(numbers)).toEqual({ broken: 2, unjudged: 50, unobservable: 11 });
  expect(shown).toEqual({ all: 63, broken: 2, unjudged: 50, changed: 0 });
});

const before = [
  { gap: 'GAP-COOKIES', endpoint: users, answer: 'no' },
  { gap: 'GAP-READ-STATUS', endpoint: users, answer: '200' },
  { gap: 'GAP-READ-STATUS', endpoint: projects, answer: '200' },
] as const;

test('a gap marks each answer as changed, the same, or not in the baseline', () => {
  const view = documentView({
    verdicts: [],
    observations: [
      { gap: 'GAP-COOKIES', endpoint: users, answer: 'no' },
      { gap: 'GAP-READ-STATUS', endpoint: users, answer: '201' },
      { gap: 'GAP-READ-STATUS', endpoint: projects, answer: '201' },
      { gap: 'GAP-CACHING', endpoint: users, answer: 'no-store' },
    ],
    baseline: { observations: before },
  });
  expect(view.hasBaseline).toBe(true);
  expect(gap(view, 'GAP-COOKIES')).toMatchObject({ shownBy: [], answers: [{ relation: 'same' }] });
  expect(gap(view, 'GAP-CACHING')).toMatchObject({
    shownBy: [],
    answers: [{ relation: 'not-in-baseline' }],
  });
  expect(gap(view, 'GAP-READ-STATUS')).toMatchObject({
    shownBy: ['changed'],
    changes: [
      {
        sentence: 'Which of the statuses 200 and 201 a read returns: "200" before, "201" now.',
        endpoints: [users, projects],
      },
    ],
    answers: [{ answer: '201', endpoints: [users, projects], relation: 'changed' }],
  });
  expect(view.shown.changed).toBe(1);
});

test('a gap says since when each answer has held, if that is known', () => {
  const view = documentView({
    verdicts: [],
    observations: before,
    since: ({ endpoint }) =>
      endpoint === users ? { at: '2026-01-01T00:00:00.000Z', isAtLeast: true } : undefined,
  });
  expect(gap(view, 'GAP-READ-STATUS')?.answers).toMatchObject([
    { answer: '200', endpoints: [users], since: { at: '2026-01-01T00:00:00.000Z', isAtLeast: true } },
    { answer: '200', endpoints: [projects] },
  ]);
});

test('a contradiction shows what the run observed at its gaps', () => {
  const view = documentView({
    verdicts: [],
    observations: [
      { gap: 'GAP-FHIR-RELEASE', endpoint: 'GET /api/v3/sd_meta_data/:id', answer: 'EvidenceReport 4.3.0' },
    ],
  });
  const [first, second] = view.contradictions;
  expect(first?.observed.map(({ id }) => id)).toEqual(['GAP-FHIR-RELEASE']);
  expect(second?.observed).toEqual([]);
});

/** The ids of a page, and the addresses of its links. */
function idsAndLinks(markup: string): { readonly ids: readonly string[]; readonly links: readonly string[] } {
  const all = (pattern: RegExp): readonly string[] =>
    [...markup.matchAll(pattern)].map(([, value = '']) => value);
  return { ids: all(/ id="([^"]+)"/g), links: all(/ href="([^"]+)"/g) };
}

test('every requirement, gap and contradiction has one anchor on the page, and no link is broken', () => {
  const markup = renderDocument(mixed, {}, ['html', 'document']);
  const { ids, links } = idsAndLinks(markup);
  expect(ids.length).toBe(new Set(ids).size);
  const view = documentView({ verdicts: [], observations: [] });
  const wanted = [
    ...view.sections.flatMap((one) => [...one.requirements, ...one.gaps]),
    ...view.contradictions,
  ].map(({ id }) => id);
  expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
  const { ids: places } = idsAndLinks(renderHtml(mixed));
  const lost = links.filter((link) =>
    link.startsWith('#')
      ? !ids.includes(link.slice(1))
      : link !== 'report.html' && !(link.startsWith('report.html#') && places.includes(link.slice(12))),
  );
  expect(lost).toEqual([]);
  expect(links).toContain('report.html#finding-1');
  expect(links).toContain('#evidence-e1');
});

test('the page does not link to report.html if that is not written', () => {
  expect(renderDocument(mixed, {}, ['document'])).not.toContain('report.html');
});

test('the page has a filter for changes only with a baseline', () => {
  expect(renderDocument(mixed)).not.toContain('id="show-changed"');
  const baseline = makeBaseline({ ...mixed, observations: before });
  expect(renderDocument(mixed, { baseline })).toContain('id="show-changed"');
});

test('all that an installation says is text on the page', () => {
  const markup = renderDocument(hostileRecord, hostileDeviations, ['html', 'document']);
  expect(markup).not.toMatch(forbidden);
  expect(markup).not.toContain('<script');
  expect(idsAndLinks(markup).links.filter((link) => !/^(#|report\.html)[\w#-]*$/.test(link))).toEqual([]);
});

test('both pages show the response headers, with the request id in the summary', () => {
  for (const render of [renderHtml, renderDocument]) {
    const page = render(mixed);
    expect(page).toContain('<summary>2 response headers, <code>x-request-id: r-17</code></summary>');
    expect(page).toContain('x-request-id: r-17\nserver: nginx</pre>');
  }
});

test('an exchange with special characters in its id has an anchor to which its links lead', () => {
  const odd = record([verdict(check, users, 'fail', { exchange: 'e"1 <' })], {
    exchanges: [exchange('e"1 <', users)],
  });
  const { ids, links } = idsAndLinks(renderDocument(odd));
  expect(ids).toContain('evidence-e-1--');
  expect(links).toContain('#evidence-e-1--');
});

const siblings = ['markdown', 'html', 'document', 'junit', 'sarif'] as const;
const linked: readonly (readonly [string, string, string, string])[] = [
  [
    'report.html',
    renderHtml(mixed, {}, siblings),
    renderHtml(mixed),
    '<b><a href="document.html#AUTH-9">AUTH-9</a></b>',
  ],
  [
    'report.md',
    renderMarkdown(mixed, {}, siblings),
    renderMarkdown(mixed),
    '[AUTH-9](document.html#AUTH-9) (A request without',
  ],
  [
    'junit.xml',
    renderJunit(mixed, {}, siblings),
    renderJunit(mixed),
    'with the JSON error body. (document.html#AUTH-9)',
  ],
  [
    'findings.sarif',
    renderFindingsSarif(mixed, {}, siblings),
    renderFindingsSarif(mixed),
    'Requirements: [AUTH-1](document.html#AUTH-1), [AUTH-9](document.html#AUTH-9).',
  ],
];

for (const [name, withDocument, alone, link] of linked) {
  test(`${name} links to the requirements in document.html only if that is written, too`, () => {
    expect(withDocument).toContain(link);
    expect(alone).not.toContain('document.html');
  });
}

test('a requirement that this version does not have is not linked', () => {
  const strange = record([
    verdict(check, users, 'fail', { requirements: ['X" onclick="y'] as never, exchange: 'e1' }),
  ]);
  for (const render of [renderHtml, renderMarkdown, renderJunit])
    expect(render(strange, {}, siblings)).not.toContain('document.html#X');
});
