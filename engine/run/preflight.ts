import { endpointOf } from '../../contract/endpoints.ts';
import { type Exchange, wasAsked } from '../../contract/exchange.ts';
import { unknownPath } from '../../contract/request.ts';
import type { Diagnosis } from '../evidence/collected-evidence.ts';
import type { AskOnce } from './ask-once.ts';
import { diagnose, diagnoseWrongPrefix, isKeyRefusedEverywhere, mayHaveWrongPrefix } from './diagnose.ts';
import { preflightRequests, type Wanted } from './plan.ts';

/** A path that no installation has, and lists that every installation has. */
const whereElse: readonly Wanted[] = [
  { endpoint: endpointOf('GET /api/v3/projects'), request: unknownPath },
  { endpoint: endpointOf('GET /api/v3/key_questions'), request: { key: 'header' } },
  { endpoint: endpointOf('GET /api/v3/extraction_forms_projects'), request: { key: 'header' } },
];

/**
 * Sends the few requests that show what prevents the whole run, if anything does. If the header is refused everywhere,
 * tries the query before it diagnoses a rejected key.
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
  if (mayHaveWrongPrefix(byHeader, unkeyed)) {
    const [odd, ...others] = await askAll(whereElse);
    if (odd !== undefined && others.length > 0)
      return diagnoseWrongPrefix(baseUrl, [...byHeader, ...others], odd);
  }
  if (!isKeyRefusedEverywhere(byHeader)) return diagnose(baseUrl, byHeader, unkeyed);
  const byQuery = requests
    .filter(({ request }) => request.key === 'header')
    .map(({ endpoint }): Wanted => ({ endpoint, request: { key: 'query' } }));
  return diagnose(baseUrl, [...byHeader, ...(await askAll(byQuery))], unkeyed);
}
