import type { ChosenTransforms } from '../application/reference-choice.ts';
import type { Reference } from '../reference-server/index.ts';

/**
 * What `reference` prints: the address, the sample users with their keys and passwords, and commands to paste, which
 * start `check` in a way that works for the reader. This is the only place in the project that shows keys, on purpose:
 * they belong to sample data.
 */
export function referenceBanner(
  { baseUrl, keys, logins }: Reference,
  { settings, sentences }: Pick<ChosenTransforms, 'settings' | 'sentences'>,
  place: string,
): string {
  const check = `${startOf(place)} check`;
  const userKeys = [keys.first, keys.second];
  const users = logins.flatMap(({ name, password }, index) => [
    `  ${name}`,
    `    password  ${password}`,
    `    API key   ${userKeys[index]}`,
  ]);
  const reading = [
    ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    `BASE_URL=${baseUrl}`,
    `API_KEY=${keys.first}`,
  ];
  const everything = [
    ...reading,
    `SECOND_API_KEY=${keys.second}`,
    `REVOKED_API_KEY=${keys.revoked}`,
    'ALLOW_IMPORT=true',
  ];
  return [
    `The reference installation answers at ${baseUrl}`,
    `Log in at ${baseUrl}/login to see the Storage tab with the key.`,
    '',
    'Sample users',
    ...users,
    '',
    ...(sentences.length === 0
      ? []
      : [
          'It differs from what the document describes, or uses a freedom of it',
          ...sentences.map((sentence) => `  ${sentence}`),
          '',
        ]),
    'Check what may be read:',
    `  ${reading.join(' ')} ${check}`,
    'Check everything, with imports, a second and a revoked key:',
    `  ${everything.join(' ')} ${check}`,
    '',
    'Ctrl+C ends it.',
    '',
  ].join('\n');
}

/** How a command is started: a user's project that has the package installed lacks its npm scripts. */
function startOf(place: string): string {
  return place.includes('/node_modules/evidence-contract/') ? 'npx evidence-contract' : 'npm run';
}
