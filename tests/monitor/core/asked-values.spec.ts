import { expect, test } from '@playwright/test';
import { withMonitoring } from '../support/monitoring.ts';

const spans = 'Span takes 24h, 7d, 30d or 90d; left out, it is 24h.';
const endpoint = 'Endpoint takes one of the list, such as GET /api/v3/users; left out, it is all of them.';
const show = 'Show takes all, broken, unjudged or changed; left out, it is all.';

const refused: readonly (readonly [string, string])[] = [
  ['/installations/alpha?span=1y', spans],
  ['/installations/alpha?span=7d&span=1y', spans],
  ['/installations/alpha?endpoint=GET+%2Fnope', endpoint],
  ['/installations/alpha/document?show=zzz', show],
  ['/incidents?show=bogus', 'Show takes open or ended'],
  ['/installations/alpha/compare?from=last+week', '&quot;last week&quot; was not understood'],
];

const accepted = [
  '/installations/alpha?span=7d&endpoint=GET+%2Fapi%2Fv3%2Fusers',
  // Fields of forms that were left empty.
  '/installations/alpha?span=&endpoint=',
  '/installations/alpha/document?show=broken',
  '/installations/alpha/document?show=',
  '/incidents?show=&from=',
  // Whoever looks whether all is well is not kept from it by an old address.
  '/?state=bogus&view=bogus&page=bogus',
];

test('a page refuses a value that it does not know, and says what it takes; the overview alone leaves it out', async () => {
  await withMonitoring({}, async ({ get, nextRun }) => {
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
  });
});
