import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { renderActions } from '../../monitor/pages/actions/view.ts';
import { renderInstallation } from '../../monitor/pages/installation/view.ts';
import { renderOverview } from '../../monitor/pages/overview/view.ts';
import { renderWall } from '../../monitor/pages/overview/wall.ts';
import { renderRun } from '../../monitor/pages/run/view.ts';
import { assetFiles, assetUrl, styles as joined } from '../../monitor/pages/shared/assets.ts';
import { renderMessage } from '../../monitor/pages/shared/layout.ts';
import type { ActionView } from '../../monitor/pages/shared/model.ts';
import { age, distance, fullTime } from '../../monitor/pages/shared/times.ts';
import { frameOf, installationView, overviewView, runView, wallView } from './pages/sample-views.ts';
import { textOf } from './support/text-of.ts';

/** The text that a reader sees, without markup. */
function textIn(page: string): string {
  return textOf(page)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

const actionLog: readonly ActionView[] = [
  ...installationView().actionLog,
  { at: '2026-11-21T12:00:00.000Z', who: 'rob', kind: 'reload', message: 'loaded the configuration again' },
];

const allPages = async (): Promise<Readonly<Record<string, string>>> => ({
  overview: String(await renderOverview(overviewView())),
  wall: String(await renderWall(wallView())),
  installation: String(await renderInstallation(installationView())),
  run: String(await renderRun(runView())),
  actions: String(await renderActions(frameOf(), actionLog)),
  message: String(await renderMessage(frameOf(), { title: 'Not found', text: 'No such page.', status: 404 })),
});

test('every page complies with the strict content security policy: no inline style, script or handler', async () => {
  for (const [name, page] of Object.entries(await allPages())) {
    expect(page, name).not.toMatch(/<[^>]+\sstyle\s*=/);
    expect(page, name).not.toMatch(/<style/);
    expect(page, name).not.toMatch(/<[^>]+\son[a-z]+\s*=/);
    expect(page, name).not.toMatch(/<script(?![^>]*\ssrc="\/assets\/)/);
  }
});

test('the navigation links to every page about all installations, and to the status page only if there is one', async () => {
  const leads = (page: string): readonly string[] =>
    [...(page.split('aria-label="Main"')[1]?.split('</nav>')[0] ?? '').matchAll(/href="([^"]+)"/g)].map(
      ([, url = '']) => url,
    );
  const all = ['/', '/incidents', '/actions', '/runbook', '/status', '/metrics', '/api/v1/installations'];
  expect(leads(String(await renderOverview(overviewView())))).toEqual(all);
  const without = { ...overviewView(), frame: { ...frameOf(), hasStatusPage: false } };
  expect(leads(String(await renderOverview(without)))).toEqual(all.filter((url) => url !== '/status'));
});

test('the calendar of a young installation shows its last weeks, without empty months', async () => {
  const view = installationView();
  const squaresOf = async (days: typeof view.row.days): Promise<number | undefined> =>
    /<svg class="calendar".*?<\/svg>/s
      .exec(String(await renderInstallation({ ...view, row: { ...view.row, days } })))?.[0]
      .match(/<rect/g)?.length;
  const last = { day: view.frame.now.slice(0, 10), counted: 5, down: 0, broken: 0 };
  expect([await squaresOf([last]), await squaresOf([])]).toEqual([28, 90]);
  expect(await squaresOf([{ ...last, day: '2026-10-01' }, last])).toBe(52);
});

test('pages reference exactly the scripts and pictures of the assets folder; style sheets are joined into one', async () => {
  const inPages = Object.values(await allPages()).flatMap((page) =>
    [...page.matchAll(/(?:href|src)="(\/assets\/[^"?]+)/g)].map(([, url = '']) =>
      url.replace(assetUrl(''), ''),
    ),
  );
  const imported = inPages
    .filter((file) => file.endsWith('.js') && file !== 'uplot.js')
    .flatMap((file) => [...readFileSync(assetFiles.get(file) ?? '', 'utf8').matchAll(/from '\.\/([^']+)'/g)])
    .map(([, file = '']) => file);
  const named = [...inPages, ...imported];
  const files = [...assetFiles.keys()];
  const isJoined = (file: string): boolean =>
    joined.includes(readFileSync(assetFiles.get(file) ?? '', 'utf8'));
  expect(new Set(named)).toEqual(
    new Set(['styles.css', 'uplot.js', ...files.filter((file) => !isJoined(file))]),
  );
  expect(files.filter(isJoined)).toEqual(files.filter((file) => file.endsWith('.css')));
});

test('answers of an installation are escaped: they never become markup, and have no control characters', async () => {
  const view = runView();
  // Markup, a bidirectional override and a terminal escape.
  const hostile = `"><script>alert(1)</script>'<img src=x onerror=alert(2)>\u202e\u001b[31m`;
  const [failure] = view.failures;
  const [finding] = view.findings;
  if (failure?.evidence === undefined || finding === undefined)
    throw new Error('The sample has no evidence.');
  const hostileFailure = {
    ...failure,
    message: hostile,
    evidence: {
      ...failure.evidence,
      excerpt: hostile,
      curl: hostile,
      url: hostile,
      headers: { [hostile]: hostile },
    },
  };
  const page = String(
    await renderRun({
      ...view,
      cause: hostile,

      failures: [hostileFailure, { ...hostileFailure, outcome: 'error' }],
      findings: [{ ...finding, sentence: hostile, failures: [hostileFailure, hostileFailure] }],
      observations: [{ gap: 'GAP-X', endpoint: 'GET /api/v3/users', answer: hostile, baseline: hostile }],
    }),
  );
  expect(page).not.toContain('<script>alert');
  expect(page).not.toContain('<img');
  expect(textIn(page)).toContain('<script>alert(1)</script>');
  expect(page.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test('the page of actions shows who did what to which installation', async () => {
  const text = textIn(String(await renderActions(frameOf(), actionLog)));
  expect(text).toContain('ann started maintenance of 60 min staging');
  expect(text).toContain('rob loaded the configuration again the monitor');
  const none = textIn(String(await renderActions(frameOf(), [])));
  expect(none).toContain('Nobody has done anything yet.');
});

test('the overview shows states in words, uptime with its rule, maintenance, and a run under way', async () => {
  const page = String(await renderOverview(overviewView()));
  const text = textIn(page);
  for (const word of ['Unreachable', 'Violating', 'Throttled', 'Maintenance', 'Unknown', 'Conforming']) {
    expect(text).toContain(word);
  }
  expect(text).toContain('99.87 % since 24 Aug');
  expect(text).toContain('Last 24 hours');
  expect(text).toContain('until 06:25');
  expect(text).toContain(overviewView().uptimeRule);
  expect(text).toContain('running now');
  expect(text).toContain('no figure yet');
  expect(page).toContain(
    '<title>1 unreachable, 1 violating, 1 throttled, 1 maintenance, 1 unknown, 2 conforming ·',
  );
});

test('a demonstration says that nothing is configured and the embedded installation is monitored', async () => {
  const text = textIn(String(await renderOverview({ ...overviewView(), isDemonstration: true })));
  expect(text).toContain(
    'Nothing is configured, so the monitor watches its own embedded reference installation.',
  );
  expect(textIn(String(await renderOverview(overviewView())))).not.toContain('Nothing is configured');
});

test('the page of an installation without runs explains each empty section in a sentence', async () => {
  const view = installationView();
  const text = textIn(
    String(
      await renderInstallation({
        ...view,
        row: overviewView().installations.find(({ state }) => state === 'unknown') ?? view.row,
        conformity: {},
        statusGrid: { columns: [], rows: [] },
        latency: [],
        responseTimes: { ...view.responseTimes, steps: [], incidents: [], upgrades: [], deployments: [] },
        failures: [],
        findings: [],
        observations: [],
        drift: 0,
        maintenance: [],
        changes: [],
        recentRuns: [],
      }),
    ),
  );
  for (const sentence of [
    'Too few checks could be judged.',
    'No standard or full run has ended yet.',
    'No run of this time got an answer.',
    'No maintenance is open or planned for the next 7 days.',
    'The state has not changed yet.',
    'Nothing has been observed yet.',
  ]) {
    expect(text).toContain(sentence);
  }
});

test('failures are grouped by finding, the most severe first; the failures of a finding are folded', async () => {
  for (const page of [
    String(await renderInstallation(installationView())),
    String(await renderRun(runView())),
  ]) {
    const [, section = ''] = page.split(/id="failures-title">/);
    const text = textIn(section.split('</section>')[0] ?? '');
    expect(text).toMatch(/^What fail(?:s now|ed): 2 findings \(3 failed checks\)/);
    expect(text).toContain(
      'Open door. A request without a key is let in: status 200 at 2 of 14 endpoints At 2 of 14 endpoints a request without a key was answered with status 200 (application/json, 81 bytes); the document promises a 4xx answer. GET /api/v3/users , GET /api/v3/citations · check auth.no-key-rejected · requirement AUTH-1 · broken for 4 h , 17 runs',
    );
    expect(text.indexOf('Open door.')).toBeLessThan(text.indexOf('Outage.'));
    const [, folded = ''] = section.split('<details id="finding-0123456789ab"><summary>2 failures</summary>');
    expect(textIn(folded.split('</details>')[0] ?? '')).toContain(
      'GET /api/v3/citations without a key was answered',
    );
  }
});

test('requirements of findings link to the annotated document, and the overview links to all incidents', async () => {
  const { installation, run, overview } = await allPages();
  const [first = ''] = installationView().findings.flatMap(({ failures }) =>
    failures.flatMap(({ requirements }) => requirements),
  );
  const { name } = installationView().row;
  expect(installation).toContain(`<a href="/installations/${name}/document#${first}">${first}</a>`);
  expect(run).toContain(`<a href="/runs/${runView().id}/document#`);
  expect(overview).toContain('<a href="/incidents">All incidents</a>');
});

test('each form asks for the operator token; if none is configured, the reason replaces the forms', async () => {
  const view = installationView();
  const page = String(await renderInstallation(view));
  const forms = page.match(/<form[\s\S]*?<\/form>/g) ?? [];
  expect(forms).toHaveLength(6);
  for (const form of forms) {
    expect(form).toContain('method="post"');
    expect(form).toMatch(/name="token" type="password"/);
  }
  const refused = String(await renderInstallation({ ...view, actions: { possible: false } }));
  expect(refused).not.toContain('<form');
  expect(textIn(refused)).toContain('no operator token is configured');
});

test('a run shows the result of its re-check, that it was cut short, and which detail is no longer stored', async () => {
  const { verdicts: _verdicts, ...view } = runView();
  const text = textIn(
    String(await renderRun({ ...view, recheck: { asked: 2, stillFailing: 0 }, cutShort: true })),
  );
  expect(text).toContain('The 2 failing checks were repeated at once and passed.');
  expect(text).toContain('It was cut short');
  expect(text).toContain('Verdicts other than failures are no longer stored for runs of this age.');
});

test('times are shown in UTC or relative to now', () => {
  expect(fullTime('2026-03-01T04:05:06.000Z')).toBe('1 Mar 2026 04:05 UTC');
  const now = '2026-03-01T12:00:00.000Z';
  const distances: readonly (readonly [iso: string, text: string])[] = [
    ['2026-03-01T11:59:56.000Z', 'now'],
    ['2026-03-01T11:59:30.000Z', '30 s ago'],
    ['2026-03-01T12:05:00.000Z', 'in 5 min'],
    ['2026-03-01T04:00:00.000Z', '8 h ago'],
    ['2026-02-26T12:00:00.000Z', '3 days ago'],
  ];
  for (const [iso, text] of distances) {
    expect(String(distance(iso, now))).toBe(`<time datetime="${iso}">${text}</time>`);
  }
  expect(textIn(String(age('2026-03-01T11:59:56.000Z', now)))).toContain('a moment');
  expect(textIn(String(age('2026-03-01T10:00:00.000Z', now)))).toContain('2 h');
});

test('the style sheets keep the focus visible, have light and dark colours, and respect reduced motion', () => {
  const styles = [...assetFiles.keys()]
    .filter((file) => file.endsWith('.css'))
    .map((file) => readFileSync(assetFiles.get(file) ?? '', 'utf8'))
    .join('\n');
  expect(styles).not.toMatch(/outline:\s*(none|0)/);
  expect(styles).toContain('color-scheme: light dark');
  for (const name of ['paper', 'ink', 'accent']) expect(styles).toContain(`--${name}: light-dark(`);
  // All motion is inside the one block for readers who do not ask for less.
  const still = styles.replace(/@media \(prefers-reduced-motion: no-preference\) \{[\s\S]*?\n\}/, '');
  expect(still).not.toMatch(/transition|animation/);
});

test('without JavaScript the browser reloads the overview, but not a page with forms', async () => {
  const { overview, installation, run } = await allPages();
  expect(overview).toContain('<noscript><meta http-equiv="refresh" content="30"></noscript>');
  expect(installation).not.toContain('http-equiv="refresh"');
  // The text about updates is also true without JavaScript.
  expect(textIn(overview ?? '')).toContain('Updates itself. All');
  expect(textIn(installation ?? '')).toContain('Updates itself with JavaScript. All');
  expect(installation).toContain(assetUrl('live.js'));
  // The page of a run does not change: its script only reports when the monitor is gone.
  expect(run).toContain(assetUrl('contact-check.js'));
  expect(run).not.toContain('live.js');
  expect(run).not.toContain('refresh');
});
