import { expect, test } from '@playwright/test';
import { referenceBanner } from '../../../cli/reference-banner.ts';

const reference = {
  baseUrl: 'http://127.0.0.1:4010',
  keys: { first: 'first-key', second: 'second-key', revoked: 'revoked-key' },
  logins: [],
} as unknown as Parameters<typeof referenceBanner>[0];

const places: readonly (readonly [string, string])[] = [
  [
    'file:///home/me/project/node_modules/evidence-contract/dist/cli/commands/reference.js',
    'npx evidence-contract check',
  ],
  [
    'file:///home/me/.npm/_npx/1f/node_modules/evidence-contract/dist/cli/commands/reference.js',
    'npx evidence-contract check',
  ],
  ['file:///home/me/suite/cli/commands/reference.ts', 'npm run check'],
  [
    'file:///home/me/suite/node_modules/.cache/evidence-contract/1f/cli/commands/reference.js',
    'npm run check',
  ],
];
for (const [place, command] of places)
  test(`the banner suggests "${command}" when started from ${place}`, () => {
    const text = referenceBanner(reference, { settings: {}, sentences: [] }, place);
    expect(text).toContain(`  BASE_URL=http://127.0.0.1:4010 API_KEY=first-key ${command}\n`);
    expect(text).toContain(`ALLOW_IMPORT=true ${command}\n`);
  });
