import { catalogue } from '../contract/catalogue.ts';
import { endpoints } from '../contract/endpoints.ts';
import type { CheckCase } from '../contract/judge.ts';
import { type RunScope, scopeOf, type TierName } from '../contract/scope.ts';
import { nearestName } from '../engine/configuration/did-you-mean.ts';
import { UsageError } from './report-error.ts';

/**
 * The scope of a tier, narrowed by names: checks by id or topic; endpoints by method and path, path, or the path after
 * `/api/v3/`. Several checks or several endpoints add up; checks and endpoints together narrow each other.
 * @throws UsageError for an unknown name or an empty selection
 */
export function selectScope(tier: TierName, names: readonly string[]): RunScope {
  const whole = scopeOf(tier);
  if (names.length === 0) return whole;
  const byEndpoint = names.filter(isEndpointName);
  // `users` is an endpoint and a topic: the endpoint takes precedence.
  const byCheck = names.filter((name) => !isEndpointName(name) && isCheckName(name));
  for (const name of names) if (!isEndpointName(name) && !isCheckName(name)) throw unknownName(name);
  const isChosen = ({ check, endpoint }: CheckCase): boolean =>
    (byEndpoint.length === 0 ||
      byEndpoint.some((name) => endpointNames(endpoint.id, endpoint.path).includes(name))) &&
    (byCheck.length === 0 || byCheck.some((name) => name === check.id || name === check.topic));
  const checkCases = whole.checkCases.filter(isChosen);
  if (checkCases.length === 0)
    throw new UsageError('Nothing matches --only: no such check exists at these endpoints in this tier.');
  const chosen = new Set(checkCases.map(({ endpoint }) => endpoint.id));
  const gapCases = whole.gapCases.filter(({ endpoint }) => byCheck.length === 0 && chosen.has(endpoint.id));
  return { ...whole, checkCases, gapCases };
}

function endpointNames(id: string, path: string): readonly string[] {
  const short = path.replace('/api/v3/', '').replace('/api/', '');
  return [id, path, short];
}

function isEndpointName(name: string): boolean {
  return endpoints.some(({ id, path }) => endpointNames(id, path).includes(name));
}

function isCheckName(name: string): boolean {
  return catalogue.some(({ id, topic }) => id === name || topic === name);
}

function unknownName(name: string): UsageError {
  const known = [
    ...catalogue.flatMap(({ id, topic }) => [id, topic]),
    ...endpoints.flatMap(({ id, path }) => endpointNames(id, path)),
  ];
  const near = nearestName(name, known);
  const help =
    near === undefined
      ? 'Name checks or endpoints as `plan` and the reports show them.'
      : `Did you mean "${near}"?`;
  return new UsageError(`--only: nothing is named "${name}". ${help}`);
}
