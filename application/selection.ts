import { catalogue } from '../contract/checks/catalogue.ts';
import { requirementsAt, topics } from '../contract/checks/check.ts';
import { endpoints } from '../contract/document/endpoints.ts';
import { requirements } from '../contract/document/requirements.ts';
import { gaps } from '../contract/gaps/gaps.ts';
import type { CheckCase } from '../contract/judging/judge.ts';
import { type RunScope, scopeOf, type TierName } from '../contract/scope.ts';
import { nearestName } from '../engine/configuration/did-you-mean.ts';
import { UsageError } from '../engine/user-error.ts';

/**
 * Narrows the scope of a tier by names. A name is that of a check, a topic, a requirement (in any letter case) or an
 * endpoint (method and path, path, or the path after `/api/v3/`), and selects everything it names: `users` selects the
 * topic and the endpoint. Several names add up; `CHECK@ENDPOINT` is a check, topic or requirement at one endpoint.
 * @throws UsageError for an unknown name or an empty selection
 */
export function selectScope(tier: TierName, names: readonly string[]): RunScope {
  const whole = scopeOf(tier);
  if (names.length === 0) return whole;
  for (const name of names.flatMap((one) => one.split('@')))
    if (!isEndpointName(name) && !isCheckName(name) && !isJudged(name)) throw unknownName(name);
  const checkCases = whole.checkCases.filter((one) => names.some((name) => isChosen(one, name)));
  if (checkCases.length === 0)
    throw new UsageError('Nothing matches --only: no such check exists at these endpoints in this tier.');
  const endpointsChosen = names.filter(isEndpointName);
  const gapCases = whole.gapCases.filter(({ endpoint }) =>
    endpointsChosen.some((name) => endpointNames(endpoint.id, endpoint.path).includes(name)),
  );
  return { ...whole, checkCases, gapCases };
}

/** Whether a name given to `--only` selects a check case. */
export function isChosen({ check, endpoint }: CheckCase, name: string): boolean {
  const [first = '', place] = name.split('@');
  const isHere = (one: string): boolean => endpointNames(endpoint.id, endpoint.path).includes(one);
  const isThis =
    first === check.id ||
    first === check.topic ||
    requirementsAt(endpoint, check).some((id) => isSame(id, first));
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

/** Whether a name is a requirement that an answer could break. */
function isJudged(name: string): boolean {
  return requirements.some(({ id, notObservable }) => isSame(id, name) && notObservable === undefined);
}

/** Equal except for letter case. */
export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Every name that `--only` accepts, except for other spellings of requirements. */
export const selectableNames: readonly string[] = [
  ...new Set([
    ...catalogue.flatMap(({ id, topic }) => [id, topic]),
    ...endpoints.flatMap(({ id, path }) => endpointNames(id, path)),
    ...requirements.filter(({ id }) => isJudged(id)).map(({ id }) => id),
  ]),
];

/** Why nothing can judge what this name stands for, to follow "nothing"; undefined for any other name. */
export function whyNotJudged(name: string): string | undefined {
  const requirement = requirements.find(({ id }) => isSame(id, name));
  if (requirement?.notObservable !== undefined)
    return `can judge ${requirement.id}: no answer could break it. ${requirement.notObservable}`;
  const gap = gaps.find(({ id }) => isSame(id, name));
  return gap && `can judge ${gap.id}: the document leaves it open. ${gap.statement}`;
}

function unknownName(name: string): UsageError {
  const why = whyNotJudged(name);
  if (why !== undefined) return new UsageError(`--only: nothing ${why}`);
  const near = nearestName(name, selectableNames);
  const help =
    near === undefined
      ? `It takes a topic (${topics.join(', ')}), an endpoint such as users or projects/:id, or what \`evidence-contract checks\` lists.`
      : `Did you mean "${near}"?`;
  return new UsageError(`--only: nothing is named ${JSON.stringify(name.slice(0, 60))}. ${help}`);
}
