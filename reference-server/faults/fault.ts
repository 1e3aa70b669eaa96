import type { CheckSettings } from '../check-settings.ts';
import type { Place, ResponseTransform } from '../transform-builders.ts';

/** One statement of the document, broken on purpose at one endpoint or everywhere. */
export interface Fault {
  /** Kebab-case; what `--fault` takes. */
  readonly name: string;
  /** The id of the requirement that it breaks. */
  readonly breaks: string;
  /** The id of the check that must catch it. */
  readonly caughtBy: string;
  /** The endpoint as the document writes it, such as `GET /api/v3/projects/:id`, or `everywhere`. */
  readonly at: Place;
  /** What a client meets, as one sentence. */
  readonly statement: string;
  /** Settings of the check by which the fault shows, named as in the environment. */
  readonly settings?: CheckSettings;
  /** Makes the transform of one installation; to be called with the fault's own `at`. */
  readonly transform: (at: Place) => ResponseTransform;
}

/** Settings of a check that imports nothing. */
export const readOnly = { ALLOW_IMPORT: 'false' } as const;

/** Faults that have some of their traits in common; a row that states another one keeps it. */
export function sharing<Name extends keyof Fault>(
  common: Pick<Fault, Name>,
  rows: readonly (Omit<Fault, Name> & Partial<Fault>)[],
): readonly Fault[] {
  return rows.map((row) => ({ ...common, ...row }) as Fault);
}
