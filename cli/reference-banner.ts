import type { Reference } from '../reference-server/index.ts';
import type { ChosenTransforms } from './reference-transforms.ts';

/**
 * What `npm run reference` prints: the address, the sample users with their keys and passwords, and lines
 * to paste. It is the one place of the project that shows keys, on purpose: they are of sample data.
 */
export function referenceBanner(
  { baseUrl, keys, logins }: Reference,
  { settings, sentences }: Pick<ChosenTransforms, 'settings' | 'sentences'>,
): string {
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
    `  ${reading.join(' ')} npm run check`,
    'Check everything, with imports, a second and a revoked key:',
    `  ${everything.join(' ')} npm run check`,
    '',
    'Ctrl+C ends it.',
    '',
  ].join('\n');
}
