import type { CheckSettings } from '../check-settings.ts';
import type { ReferenceOptions } from '../options.ts';
import type { ResponseTransform } from '../transform-builders.ts';

/** One way to use a freedom that the document leaves: such an installation keeps every statement. */
export interface Variant {
  /** Kebab-case; what `--variant` takes. */
  readonly name: string;
  /** The id of the gap that leaves this open, or the section of the document that does not speak of it. */
  readonly freedom: string;
  /** What a client meets, as one sentence. */
  readonly statement: string;
  /** Makes the transform for one installation. */
  readonly transform?: () => ResponseTransform;
  /** Options of the installation that make or help to make the variant. */
  readonly options?: Pick<ReferenceOptions, 'basePath' | 'delayMs' | 'rateLimit'>;
  /** Settings that the check needs to reach such an installation, named as in the environment. */
  readonly settings?: CheckSettings;
  /** Why the check cannot judge everything here. */
  readonly leavesUnjudged?: string;
  /** The state that a run ends in; `conforming` unless given. */
  readonly state?: 'incomplete' | 'violating';
  /** Faults that would not show together with it, as a group names them. */
  readonly hidesFaultsOf?: readonly string[];
  /** Too large to be tried with every change of the project. */
  readonly heavy?: true;
}

/** Variants that use the same freedom; one that states another keeps it. */
export function using(
  freedom: string,
  rows: readonly (Omit<Variant, 'freedom'> & Partial<Pick<Variant, 'freedom'>>)[],
): readonly Variant[] {
  return rows.map((row) => ({ freedom, ...row }));
}

/** Variants that decide the same: two of them cannot be used together, unless they add to one another. */
export interface VariantGroup {
  /** What they decide, as a clause. */
  readonly decides: string;
  readonly members: readonly Variant[];
  /** When their transforms apply: by default to the records, before any fault. */
  readonly stage?: 'lists' | 'refusals' | 'layout' | 'text' | 'compression';
  readonly addUp?: true;
  /** Beginnings of ids of checks or of names of faults, or endpoints: such faults would not show. */
  readonly hidesFaultsOf?: readonly string[];
}

/** A text in many scripts, with characters beyond the first plane. */
export const unicode = '“Ünïcödé” — 血圧の自己測定 · измерение · ضغط الدم · 🩺\u200d👩🏽\u200d⚕️';
