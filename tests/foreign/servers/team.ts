import { type Choices, plainChoices } from '../service/choices.ts';

/** A team and what it decided where the document leaves the decision to it. */
export interface Team {
  readonly name: string;
  readonly choices: Choices;
}

/** Describes a team by what it decided otherwise than the plainest one. */
export function team(name: string, decided: Partial<Choices>): Team {
  return { name, choices: { ...plainChoices, ...decided } };
}
