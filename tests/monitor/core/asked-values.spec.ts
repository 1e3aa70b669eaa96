import { expect, test } from '@playwright/test';
import { partsOf } from '../../support/parts-of.ts';
import { operatorToken, withMonitoring } from '../support/monitoring.ts';

const spans = 'Span takes 1h, 6h, 24h, 7d, 30d or 90d; left out, it is 24h.';
const endpoint = 'Endpoint takes one of the list, such as GET /api/v3/users; left out, it is all of them.';
const show = 'Show takes all, broken, unjudged or changed; left out, it is all.';

const refused: readonly (readonly [string, string])[] = [
  ['/installations/alpha?span=1y', spans],
  ['/installations/alpha?span=7d&span=1y', spans],
  ['/installations/alpha?endpoint=GET+%2Fnope', endpoint],
  ['/installations/alpha/document?show=zzz', show],
  ['/incidents?installation=nobody', 'No installation of this name is monitored'],
  ['/incidents.atom?installation=nobody', 'No installation of this name is monitored'],
  ['/api/v1/incidents?installation=nobody', 'No installation of this name is monitored'],
  ['/installations/alpha/compare?from=last+week', '&quot;last week&quot; was not understood'],
];

const accepted = [
  '/installations/alpha?span=7d&endpoint=GET+%2Fapi%2Fv3%2Fusers',
  // Empty form fields.
  '/installations/alpha?span=&endpoint=',
  '/installations/alpha/document?show=broken',
  '/installations/alpha/document?show=',
  // The overview ignores unknown values, so that an outdated address still shows all states.
  '/?state=bogus&view=bogus&page=bogus',
];

const echoing = [
  '/?q=KEY',
  '/?group=KEY&tag=KEY',
  '/incidents?from=KEY',
  '/incidents?to=7d&from=from+KEY+on&installation=KEY',
  '/incidents.atom?installation=KEY&from=KEY',
  '/installations/alpha/incidents?to=KEY',
  '/installations/alpha/compare?from=KEY&to=KEY',
  '/installations/alpha?span=KEY&endpoint=KEY&done=KEY',
  '/installations/KEY',
  '/runs/KEY',
  '/actions?installation=KEY',
  '/api/v1/incidents?from=KEY',
  '/api/v1/runs?installation=KEY&since=KEY',
  '/api/v1/installations?group=KEY&tag=KEY',
  '/api/v1/installations/alpha/compare?from=KEY',
  '/probe?target=KEY&module=KEY',
  '/status?q=KEY',
  '/KEY?KEY=KEY',
];

test('pages refuse unknown query values with a hint, except the overview, which ignores them; no page repeats a pasted key', async () => {
  await withMonitoring({}, async ({ get, reference, nextRun, log }) => {
    await nextRun();
    const wrong: string[] = [];
    for (const [path, sentence] of refused) {
      const { status, text } = await get(path, { accept: 'text/html' });
      if (status !== 400 || !text.includes(sentence)) wrong.push(`${status} ${path}`);
    }
    for (const path of accepted) {
      const { status } = await get(path, { accept: 'text/html' });
      if (status !== 200) wrong.push(`${status} ${path}`);
    }
    expect(wrong).toEqual([]);
    const { first } = reference.keys;
    const writings = [first, first.toUpperCase(), `user:${first}`, operatorToken].map(encodeURIComponent);
    const repeated: string[] = [];
    for (const path of echoing)
      for (const written of [...writings, Buffer.from(first).toString('base64url')]) {
        const { text } = await get(path.replaceAll('KEY', written), { accept: 'text/html' });
        const parts = [...partsOf(first, text), ...partsOf(first.toUpperCase(), text)];
        if (text.includes(written) || parts.length > 0) repeated.push(path);
      }
    expect(repeated).toEqual([]);
    expect(partsOf(first, log())).toEqual([]);
    // Text that is not a key is still shown.
    expect((await get('/incidents?from=last+week', { accept: 'text/html' })).text).toContain('last week');
  });
});
