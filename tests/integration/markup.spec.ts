import { expect, test } from '@playwright/test';
import { renderActions } from '../../monitor/pages/actions/view.ts';
import { renderInstallation } from '../../monitor/pages/installation/view.ts';
import { renderOverview } from '../../monitor/pages/overview/view.ts';
import { renderWall } from '../../monitor/pages/overview/wall.ts';
import { renderRun } from '../../monitor/pages/run/view.ts';
import { renderRunbook } from '../../monitor/pages/runbook/view.ts';
import { renderMessage, renderProblem } from '../../monitor/pages/shared/layout.ts';
import {
  homePage,
  loginPage,
  messagePage,
  profilePage,
  storagePage,
} from '../../reference-server/pages/views.ts';
import type { User } from '../../reference-server/store/users.ts';
import { compareRecords } from '../../reports/comparison/compare.ts';
import { renderComparisonSetHtml } from '../../reports/comparison/html.ts';
import { renderDocument } from '../../reports/document/report.ts';
import { renderHtml } from '../../reports/html/run.ts';
import { frameOf, installationView, overviewView, runView, wallView } from '../monitor/pages/sample-views.ts';
import { htmlProblems } from '../support/html-problems.ts';
import { grouped, hostileDeviations, hostileRecord, mixed } from '../support/records.ts';

const frame = frameOf();

const user: User = {
  id: 1,
  login: 'ada',
  name: 'Ada <Lindgren>',
  email: 'ada@reference.example',
  organization: 'A & B',
  createdAt: '2026-01-01T00:00:00Z',
};
const ofUser = { basePath: '', user, csrfToken: 'token' };

/** The pages that the product generates, by name. */
const pages: Readonly<Record<string, () => unknown>> = {
  'a report': () => renderHtml(mixed),
  'a report with grouped findings': () => renderHtml(grouped),
  'a report of a hostile installation': () => renderHtml(hostileRecord, hostileDeviations),
  'the document with its verdicts': () => renderDocument(mixed, {}, ['html', 'document']),
  'the document of a hostile installation': () => renderDocument(hostileRecord, hostileDeviations),
  'a comparison': () =>
    renderComparisonSetHtml({ comparisons: [compareRecords(mixed, grouped)], onlyBefore: [], onlyAfter: [] }),
  'the overview': () => renderOverview(overviewView()),
  'the wall': () => renderWall(wallView()),
  'the page of a refused request': () => renderProblem(403, 'This needs a token.'),
  'an installation': () => renderInstallation(installationView()),
  'a run': () => renderRun(runView()),
  'the actions': () => renderActions(frame, installationView().actionLog),
  'a message page': () => renderMessage(frame, { title: 'Not found', text: 'No such page.', status: 404 }),
  'the runbook': () => renderRunbook(frame),
  'the home page of the reference installation': () => homePage(ofUser, []),
  'the login page of the reference installation': () =>
    loginPage({ ...ofUser, user: undefined }, 'Name or password is wrong.', '"ada"'),
  'the profile page of the reference installation': () => profilePage(ofUser, user),
  'the Storage tab of the reference installation with a new key': () =>
    storagePage(ofUser, 'a-key', 'A new key was issued.'),
  'the 404 page of the reference installation': () => messagePage(ofUser, 'Not found', 'No such page.'),
};

test.describe('html-validate finds no problem in', () => {
  for (const [name, render] of Object.entries(pages))
    test(name, async () => {
      expect(await htmlProblems(String(await render()))).toEqual([]);
    });
});

test('html-validate finds a duplicate id', async () => {
  const page =
    '<!doctype html><html lang="en"><head><title>T</title></head><body><p id="x"><p id="x"></body></html>';
  expect((await htmlProblems(page)).join('\n')).toContain('no-dup-id, line 1: Duplicate ID "x"');
});
