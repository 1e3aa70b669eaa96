import { decoded, secretsInAddress } from '../../engine/configuration/addresses.ts';
import { Secret, secretsIn, shortestSecret } from '../../engine/secret.ts';
import type { Channel } from './channel.ts';

/** Shorter path segments are words rather than tokens. */
const shortestToken = 16;

/** The secret parts of a webhook address: services put a token into its path or query. Its host is not secret. */
export function secretsInWebhook(address: Secret): readonly Secret[] {
  if (!URL.canParse(address.reveal())) return [address];
  const { pathname, searchParams } = new URL(address.reveal());
  const segments = pathname.split('/').filter(({ length }) => length >= shortestToken);
  const tokens = [...segments, ...segments.map(decoded), ...searchParams.values()];
  const long = [...new Set(tokens)].filter(({ length }) => length >= shortestSecret);
  return [...secretsInAddress(address), ...long.map((token) => new Secret(token))];
}

/** All secrets of a channel. */
export function secretsOfChannel({ url, bearer, key }: Channel): readonly Secret[] {
  return [...secretsInWebhook(url), ...secretsIn(bearer), ...secretsIn(key)];
}
