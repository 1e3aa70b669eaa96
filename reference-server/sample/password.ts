import type { Secrets } from '../store/secrets.ts';

/**
 * The password of a sample user. It follows from the store's secret, so that it can be told at every start
 * while no file of the project and no row of the store holds it.
 */
export function samplePassword(secrets: Secrets, login: string): string {
  return secrets.derive(`password of ${login}`).slice(0, 16);
}
