import { isLoopback } from './loopback.ts';
import type { ServiceSettings } from './service-settings.ts';

type ReadSettings = Pick<ServiceSettings, 'read' | 'namedTokens'>;

/** True where pages, metrics and JSON are open to everyone who reaches the port. */
export function isReadingOpen({ read, namedTokens = [] }: ReadSettings): boolean {
  const hasReader = namedTokens.some(({ role }) => role === 'read');
  return read.token === undefined && read.basic === undefined && !hasReader;
}

/** True where other machines can read what the monitor shows, without a token. */
export function isOpenToNetwork(settings: ReadSettings & Pick<ServiceSettings, 'host'>): boolean {
  return isReadingOpen(settings) && !isLoopback(settings.host);
}

/** For the log and for every page, where `isOpenToNetwork` holds. */
export const openToNetworkSentence =
  'Everybody who reaches this monitor through the network can read it. Set MONITOR_READ_TOKEN or MONITOR_BASIC_AUTH, or listen on loopback (HOST=127.0.0.1).';
