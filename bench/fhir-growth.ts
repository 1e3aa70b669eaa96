import type { Type } from '../fhir/definitions/release-model.ts';
import type { ConstraintTable } from '../fhir/definitions/tables.ts';
import { installedDefinitions } from '../fhir/installed-definitions.ts';
import { InvariantValidator } from '../fhir/invariants/invariant-validator.ts';
import type { Finding, RuleContext } from '../fhir/invariants/rule-context.ts';
import { IssueCollector } from '../fhir/issue-collector.ts';
import type { JsonObject, JsonValue } from '../fhir/json/json-value.ts';
import type { Definitions, ReleaseDefinitions } from '../fhir/release-definitions.ts';
import { StructureValidator } from '../fhir/structure/structure-validator.ts';
import { fhirReleases } from '../fhir/types.ts';
import { validateBody } from '../fhir/validate-body.ts';
import { hostileBundles, hostileText } from './fhir-hostile.ts';
import { Inflater, type Inflation, type Texts } from './fhir-inflated.ts';
import type { BenchRow } from './row.ts';

/** Milliseconds for one resource, by rule and for the structure. */
type Costs = ReadonlyMap<string, number>;

interface Growth {
  readonly what: string;
  /** Cost at four times the input, divided by the cost: 4 if it is linear, 16 if it is quadratic. */
  readonly ratio: number;
}

const allTexts: readonly Texts[] = ['equal', 'by-position', 'unique'];
const factor = 4;
const size = 50;
const confirmingSize = 200;
const repetitions = 10;
const leastMeasurableMs = 0.05;
/** A ratio above this is measured again: noise causes one in a hundred. */
const suspectRatio = 7;
const suspectMs = 0.2;
const allowedRatio = 8;

/**
 * Measures how the cost of each rule of each release, and of the structure, grows with the length of their lists; and
 * the cost of Bundles made to be as expensive as possible.
 */
export async function benchFhirGrowth(): Promise<readonly BenchRow[]> {
  const definitions = installedDefinitions();
  const growths: Growth[] = [];
  const inflated = new Set<string>();
  for (const release of [...fhirReleases].reverse())
    growths.push(...measureRelease(definitions.of(release), inflated));
  const worst = growths.sort((one, other) => other.ratio - one.ratio)[0];
  return [
    { name: 'FHIR growth: rules measured in three releases', value: inflated.size, unit: '' },
    {
      name: `FHIR growth: worst rule at 4 times its input${worst ? ` (${worst.what})` : ''}`,
      value: worst?.ratio ?? factor,
      unit: 'x',
      target: `at most ${allowedRatio}`,
      ok: (worst?.ratio ?? 0) <= allowedRatio,
    },
    worstBundle(definitions, 1_000_000, 2_000),
    worstBundle(definitions, 44_000, 100),
  ];
}

function measureRelease(definitions: ReleaseDefinitions, inflated: Set<string>): readonly Growth[] {
  const { model } = definitions;
  const inflater = new Inflater(model, inflated);
  const growths: Growth[] = [];
  for (const name of model.typeNames()) {
    const type = model.resource(name);
    if (!type) continue;
    for (const inflation of inflater.inflations(type)) {
      for (const texts of allTexts) {
        const make = (items: number) => inflater.make(type, inflation, items, texts);
        const suspects = suspectsOf(definitions, type, make);
        if (suspects.length === 0) continue;
        const ratios = confirmedRatios(definitions, type, make, suspects);
        for (const [key, ratio] of ratios)
          growths.push({ what: `${key} of ${name}, ${model.release}, ${describe(inflation, texts)}`, ratio });
      }
    }
  }
  return growths;
}

function describe(inflation: Inflation, texts: Texts): string {
  return `${texts} ${[...inflation].slice(0, 3).join(', ')}`;
}

function suspectsOf(
  definitions: ReleaseDefinitions,
  type: Type,
  make: (items: number) => JsonObject,
): string[] {
  const few = costsOf(definitions, type, make(size));
  const many = costsOf(definitions, type, make(size * factor));
  return [...many]
    .filter(([key, ms]) => ms > suspectMs && ms > suspectRatio * (few.get(key) ?? 0))
    .map(([key]) => key);
}

/** Other work on the machine only adds to a cost: a linear cost shows in one of the repetitions. */
function confirmedRatios(
  definitions: ReleaseDefinitions,
  type: Type,
  make: (items: number) => JsonObject,
  suspects: readonly string[],
): ReadonlyMap<string, number> {
  const few = new Map<string, number>();
  const many = new Map<string, number>();
  const ratios = new Map<string, number>();
  for (let time = 0; time < repetitions; time += 1) {
    keepLeast(few, costsOf(definitions, type, make(confirmingSize)));
    keepLeast(many, costsOf(definitions, type, make(confirmingSize * factor)));
    for (const key of suspects)
      ratios.set(key, (many.get(key) ?? 0) / Math.max(leastMeasurableMs, few.get(key) ?? 0));
    if (time > 0 && [...ratios.values()].every((ratio) => ratio <= suspectRatio)) break;
  }
  return ratios;
}

function keepLeast(least: Map<string, number>, costs: Costs): void {
  for (const [key, ms] of costs) least.set(key, Math.min(ms, least.get(key) ?? ms));
}

function costsOf({ model, rules }: ReleaseDefinitions, type: Type, resource: JsonObject): Costs {
  const costs = new Map<string, number>();
  const timed = {
    findingOf(rule: ConstraintTable, node: JsonValue, context: RuleContext): Finding | undefined {
      const start = performance.now();
      const finding = rules.findingOf(rule, node, context);
      costs.set(rule.key, (costs.get(rule.key) ?? 0) + performance.now() - start);
      return finding;
    },
  };
  const collector = () => new IssueCollector(type.name, new WeakMap());
  const start = performance.now();
  new StructureValidator(model, collector()).validate(resource, type);
  const between = performance.now();
  new InvariantValidator(model, timed, collector()).validate(resource, type, () => undefined);
  costs.set('rules together', performance.now() - between);
  costs.set('structure', between - start);
  return costs;
}

/** In processor time, because the machine may have other work. */
function worstBundle(definitions: Definitions, bytes: number, mostMs: number): BenchRow {
  let worst = { name: '', ms: 0 };
  for (const name of Object.keys(hostileBundles)) {
    const text = hostileText(name, bytes);
    const ms = Math.min(...[1, 2].map(() => processorMs(() => validateBody(definitions, text))));
    if (ms > worst.ms) worst = { name, ms };
  }
  return {
    name: `FHIR: worst hostile Bundle of ${bytes / 1_000} kB (${worst.name})`,
    value: worst.ms,
    unit: 'ms',
    target: `at most ${mostMs}`,
    ok: worst.ms <= mostMs,
  };
}

function processorMs(act: () => void): number {
  const start = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
