import type { Reference } from './options.ts';

/**
 * What `npm run reference` prints: the address, the sample users with their keys and passwords, and lines
 * to paste. It is the one place of the project that shows keys, on purpose: they are of sample data.
 */
export function greeting({ baseUrl, keys, logins }: Reference): string {
  const userKeys = [keys.first, keys.second];
  const users = logins.flatMap(({ name, password }, index) => [
    `  ${name}`,
    `    password  ${password}`,
    `    API key   ${userKeys[index]}`,
  ]);
  const everything = [
    `BASE_URL=${baseUrl}`,
    `API_KEY=${keys.first}`,
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
    'Check what may be read:',
    `  BASE_URL=${baseUrl} API_KEY=${keys.first} npm run check`,
    'Check everything, with imports, a second and a revoked key:',
    `  ${everything.join(' ')} npm run check`,
    '',
    'Ctrl+C ends it.',
    '',
  ].join('\n');
}
