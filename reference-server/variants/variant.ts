import type { CheckSettings } from '../check-settings.ts';
import type { ReferenceOptions } from '../options.ts';
import type { ResponseTransform } from '../transform-builders.ts';

/** One way to use a freedom of the document: such an installation keeps every statement. */
export interface Variant {
  /** Kebab-case; the value of `--variant`. */
  readonly name: string;
  /** The id of the gap that leaves this open, or the section of the document that does not mention it. */
  readonly freedom: string;
  /** What a client experiences, as one sentence. */
  readonly statement: string;
  /** Makes the transform for one installation. */
  readonly transform?: () => ResponseTransform;
  /** Options of the installation that implement the variant, or help to. */
  readonly options?: Pick<ReferenceOptions, 'basePath' | 'delayMs' | 'rateLimit'>;
  /** Settings that the check needs to reach such an installation, named as in the environment. */
  readonly settings?: CheckSettings;
  /** Why the check cannot judge everything here. */
  readonly leavesUnjudged?: string;
  /** The state of a run; default `conforming`. */
  readonly state?: 'incomplete' | 'violating';
  /** Faults that it would hide, in the format of a group. */
  readonly hidesFaultsOf?: readonly string[];
  /** Too large to be tested with every change of the project. */
  readonly heavy?: true;
}

/** Variants that use the same freedom; one that states its own keeps it. */
export function withFreedom(
  freedom: string,
  rows: readonly (Omit<Variant, 'freedom'> & Partial<Pick<Variant, 'freedom'>>)[],
): readonly Variant[] {
  return rows.map((row) => ({ freedom, ...row }));
}

/** Variants that decide the same thing: two of them cannot be combined, unless they complement each other. */
export interface VariantGroup {
  /** The decision, as a clause. */
  readonly decides: string;
  readonly members: readonly Variant[];
  /** When their transforms apply: by default to the records, before any fault. */
  readonly stage?: 'lists' | 'refusals' | 'layout' | 'text' | 'compression';
  readonly addUp?: true;
  /** Prefixes of check ids or fault names, or endpoints: such faults would be hidden. */
  readonly hidesFaultsOf?: readonly string[];
}

/** A text in many scripts, with characters beyond the first plane. */
export const unicode = '“Ünïcödé” — 血圧の自己測定 · измерение · ضغط الدم · 🩺\u200d👩🏽\u200d⚕️';
