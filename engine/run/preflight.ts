import { type Exchange, wasAsked } from '../../contract/exchange.ts';
import type { Diagnosis } from '../evidence/collected-evidence.ts';
import type { AskOnce } from './ask-once.ts';
import { diagnose, isKeyRefusedEverywhere } from './diagnose.ts';
import { preflightRequests, type Wanted } from './plan.ts';

/**
 * Asks the few requests that show whether something stands in the way of everything, and says what it is.
 * Where the header is refused, the query is tried before the key is called wrong.
 */
export async function runPreflight(
  baseUrl: string,
  wanted: readonly Wanted[],
  ask: AskOnce['ask'],
): Promise<Diagnosis | undefined> {
  const requests = preflightRequests(wanted);
  const askAll = async (all: readonly Wanted[]): Promise<readonly Exchange[]> =>
    (await Promise.all(all.map(ask))).filter(wasAsked);
  const asked = await askAll(requests);
  const unkeyed = asked.filter(({ request }) => request.key === 'none');
  const byHeader = asked.filter(({ request }) => request.key === 'header');
  if (!isKeyRefusedEverywhere(byHeader)) return diagnose(baseUrl, byHeader, unkeyed);
  const byQuery = requests
    .filter(({ request }) => request.key === 'header')
    .map(({ endpoint }): Wanted => ({ endpoint, request: { key: 'query' } }));
  return diagnose(baseUrl, [...byHeader, ...(await askAll(byQuery))], unkeyed);
}
