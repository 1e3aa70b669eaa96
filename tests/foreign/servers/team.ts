import { type Choices, plainChoices } from '../service/choices.ts';
import type { IdentifierField } from '../service/records.ts';

/** A team and what it decided where the document leaves the decision to it. */
export interface Team {
  readonly name: string;
  readonly choices: Choices;
}

/** Describes a team by what it decided otherwise than the plainest one. */
export function team(name: string, decided: Partial<Choices>): Team {
  return { name, choices: { ...plainChoices, ...decided } };
}

const shownIds: readonly IdentifierField[] = ['id', '_id', 'uuid', 'self link'];

/**
 * True if rules 4 and 5 of docs/how-a-verdict-is-made.md find no entries in the lists of a team, or no id in an entry: the run
 * is incomplete, and its administrator names ids.
 */
export function hasExoticLists({ choices: { list, identifierField } }: Team): boolean {
  return ['hal', 'nested', 'edges'].includes(list) || !shownIds.includes(identifierField);
}
