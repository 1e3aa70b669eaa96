import { secretsInWebhook } from '../../engine/configuration/addresses.ts';
import { type Secret, secretsIn } from '../../engine/secret.ts';
import type { Channel } from './channel.ts';

/** Everything of a channel that nothing may show. */
export function secretsOfChannel({ url, bearer, key }: Channel): readonly Secret[] {
  return [...secretsInWebhook(url), ...secretsIn(bearer), ...secretsIn(key)];
}
