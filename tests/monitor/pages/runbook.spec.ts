import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { renderRunbook } from '../../../monitor/pages/runbook/view.ts';
import { frameOf } from './sample-views.ts';

const markdown = readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8');
const alerts = [...markdown.matchAll(/^## (\w+)$/gm)].map(([, name = '']) => name);

test('the contents of the runbook link to its sections, whose long names can wrap before a capital', async () => {
  const page = String(await renderRunbook(frameOf()));
  const links = [...page.matchAll(/<li><a href="#([^"]+)">([^ ]+?)<\/a>/g)];
  expect(links.map(([, , text = '']) => text.replaceAll('<wbr>', ''))).toEqual(alerts);
  expect(links.filter(([, id]) => !page.includes(`<h2 id="${id}">`))).toEqual([]);
  expect(page).toContain('>Evidence<wbr>Contract<wbr>Maintenance<wbr>Overlong</h2>');
});

test('short code in the runbook does not wrap, longer code can; project files are not links', async () => {
  const page = String(await renderRunbook(frameOf()));
  expect(page).not.toContain('.md"');
  expect(page).toContain('<code class="short">NO_PROXY</code>');
  expect(page).toContain('<code>openssl s_client -connect HOST:443 -servername HOST</code>');
});
