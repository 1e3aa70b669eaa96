import type { CheckSettings } from '../check-settings.ts';
import type { Place, ResponseTransform } from '../transform-builders.ts';

/** One statement of the document, broken on purpose at one endpoint or everywhere. */
export interface Fault {
  /** Kebab-case; the value of `--fault`. */
  readonly name: string;
  /** The id of the requirement that it breaks. */
  readonly breaks: string;
  /** The id of the check that must catch it. */
  readonly caughtBy: string;
  /** The endpoint as the document writes it, such as `GET /api/v3/projects/:id`, or `everywhere`. */
  readonly at: Place;
  /** What a client experiences, as one sentence. */
  readonly statement: string;
  /** Settings that the check needs to see the fault, named as in the environment. */
  readonly settings?: CheckSettings;
  /** Makes the transform of one installation; to be called with the fault's own `at`. */
  readonly transform: (at: Place) => ResponseTransform;
}

/** Settings of a check that imports nothing. */
export const withoutImports = { ALLOW_IMPORT: 'false' } as const;

/** Faults with common traits; a row that states its own value keeps it. */
export function withCommon<Name extends keyof Fault>(
  common: Pick<Fault, Name>,
  rows: readonly (Omit<Fault, Name> & Partial<Fault>)[],
): readonly Fault[] {
  return rows.map((row) => ({ ...common, ...row }) as Fault);
}
