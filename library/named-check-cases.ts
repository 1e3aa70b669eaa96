import { isChosen, isSame, selectableNames, whyNotJudged } from '../application/selection.ts';
import { allCheckCases } from '../contract/checks/catalogue.ts';
import type { Topic } from '../contract/checks/check.ts';
import type { EndpointId } from '../contract/document/endpoints.ts';
import { type JudgedRequirementId, requirements } from '../contract/document/requirements.ts';
import type { CheckCase } from '../contract/judging/judge.ts';
import { nearestName } from '../engine/configuration/did-you-mean.ts';
import { UserError } from '../engine/user-error.ts';
import type { CheckId } from './table-names.ts';

const shownLength = 7;

/**
 * The check cases selected by names, in the order of the catalogue. A name is what `check --only` accepts (a check, a
 * topic, an endpoint, or `CHECK@ENDPOINT`), or a requirement.
 * @throws UserError for a name that selects nothing, with the nearest one
 */
export function namedCheckCases(names: readonly string[]): readonly CheckCase[] {
  const chosen = new Set(names.flatMap(casesOf));
  return allCheckCases.filter((one) => chosen.has(one));
}

function casesOf(name: string): readonly CheckCase[] {
  const why = whyNotJudged(name);
  if (why !== undefined) throw new UserError(`Nothing ${why}`);
  if (!requirements.some(({ id }) => isSame(id, name)))
    for (const part of name.split('@')) if (!selectableNames.includes(part)) throw unknownName(part);
  const cases = allCheckCases.filter((one) => isChosen(one, name));
  if (cases.length === 0) throw new UserError(`No check matches "${name}": none is made there.`);
  return cases;
}

function unknownName(name: string): UserError {
  const known = [...selectableNames, ...requirements.map(({ id }) => id)];
  const near = nearestName(name, known);
  if (near !== undefined)
    return new UserError(`Nothing is named ${JSON.stringify(name.slice(0, 60))}. Did you mean "${near}"?`);
  // A text that resembles no name may be anything, even a key: it is cut too short to reveal part of one.
  const shown = name.length > shownLength ? `${name.slice(0, shownLength)}…` : name;
  return new UserError(
    `Nothing is named ${JSON.stringify(shown)}. \`npx evidence-contract checks\` lists all names.`,
  );
}

/** An endpoint: as the document writes it, its path, or the part of it after `/api/v3/`. */
export type EndpointName =
  | EndpointId
  | {
      [Id in EndpointId]: Id extends `${string} /api/v3/${infer Short}`
        ? Short | `/api/v3/${Short}`
        : Id extends `${string} /api/${infer Short}`
          ? Short | `/api/${Short}`
          : never;
    }[EndpointId];

/** A check, a topic, or a requirement that an answer could break. */
export type CheckName = CheckId | Topic | JudgedRequirementId;

/**
 * The names that `only`, `verdicts`, `toKeep` and `check --only` accept. A name that code reads from elsewhere needs
 * `as ContractName`.
 */
export type ContractName = EndpointName | CheckName | `${CheckName}@${EndpointName}`;
