import { catalogue } from '../contract/catalogue.ts';
import { endpoints } from '../contract/endpoints.ts';
import type { CheckCase } from '../contract/judge.ts';
import { type RunScope, scopeOf, type TierName } from '../contract/scope.ts';
import { nearestName } from '../engine/configuration/did-you-mean.ts';
import { UsageError } from './report-error.ts';

/**
 * The scope of a tier, narrowed by names. A name is that of a check, a topic or an endpoint (method and path, path, or
 * the path after `/api/v3/`), and stands for all that it names: `users` for the topic and for the endpoint. Several names
 * add up; `CHECK@ENDPOINT` is a check or topic at an endpoint alone.
 * @throws UsageError for an unknown name or an empty selection
 */
export function selectScope(tier: TierName, names: readonly string[]): RunScope {
  const whole = scopeOf(tier);
  if (names.length === 0) return whole;
  for (const name of names.flatMap((one) => one.split('@')))
    if (!isEndpointName(name) && !isCheckName(name)) throw unknownName(name);
  const checkCases = whole.checkCases.filter((one) => names.some((name) => isChosen(one, name)));
  if (checkCases.length === 0)
    throw new UsageError('Nothing matches --only: no such check exists at these endpoints in this tier.');
  const endpointsChosen = names.filter(isEndpointName);
  const gapCases = whole.gapCases.filter(({ endpoint }) =>
    endpointsChosen.some((name) => endpointNames(endpoint.id, endpoint.path).includes(name)),
  );
  return { ...whole, checkCases, gapCases };
}

/** Whether a name that `--only` takes stands for a check case, among others. */
export function isChosen({ check, endpoint }: CheckCase, name: string): boolean {
  const [first = '', place] = name.split('@');
  const isHere = (one: string): boolean => endpointNames(endpoint.id, endpoint.path).includes(one);
  const isThis = first === check.id || first === check.topic;
  return place === undefined ? isThis || isHere(first) : isThis && isHere(place);
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

/** Every name that `--only` takes. */
export const selectableNames: readonly string[] = [
  ...new Set([
    ...catalogue.flatMap(({ id, topic }) => [id, topic]),
    ...endpoints.flatMap(({ id, path }) => endpointNames(id, path)),
  ]),
];

function unknownName(name: string): UsageError {
  const near = nearestName(name, selectableNames);
  const help = near === undefined ? '`evidence-contract checks` lists all names.' : `Did you mean "${near}"?`;
  return new UsageError(`--only: nothing is named "${name}". ${help}`);
}
