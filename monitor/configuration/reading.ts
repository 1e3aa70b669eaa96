import { isLoopback } from './loopback.ts';
import type { ServiceSettings } from './service-settings.ts';

type ReadSettings = Pick<ServiceSettings, 'read' | 'namedTokens'>;

/** True if pages, metrics and JSON are open to everyone who reaches the port. */
export function isReadingOpen({ read, namedTokens = [] }: ReadSettings): boolean {
  const hasReader = namedTokens.some(({ role }) => role === 'read');
  return read.token === undefined && read.basic === undefined && !hasReader;
}

/** True if other machines can read what the monitor shows, without a token. */
export function isOpenToNetwork(settings: ReadSettings & Pick<ServiceSettings, 'host'>): boolean {
  return isReadingOpen(settings) && !isLoopback(settings.host);
}
