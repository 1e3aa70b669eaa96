import type { ElementDefinition, StructureDefinition } from 'fhir/r5.d.ts';
import type { ConstraintTable, ElementTable, TypeTable } from '../definitions/tables.ts';
import { translateRule } from './translate-rule.ts';

/**
 * Rules that the judge knows by itself for every element, so that they need not stand at each one; and one that
 * compares a resource with itself and so always holds.
 */
const everywhere = new Set(['ele-1', 'ext-1', 'dom-r4b']);
const bestPractice = 'http://hl7.org/fhir/StructureDefinition/elementdefinition-bestpractice';
const fhirType = 'http://hl7.org/fhir/StructureDefinition/structuredefinition-fhir-type';
const maximumValueSet = 'http://hl7.org/fhir/StructureDefinition/elementdefinition-maxValueSet';
const nestedBases = new Set(['BackboneElement', 'Element']);

type Tables = Map<string, TypeTable>;
interface MutableTypeTable {
  kind: TypeTable['kind'];
  abstract?: true;
  base?: string;
  elements: Record<string, ElementTable>;
  constraints?: ConstraintTable[];
}

/**
 * Turns StructureDefinitions into type tables, each holding only what the type adds to its base.
 *
 * @param structures all StructureDefinitions of one release
 * @param isEnumerable tells whether a value set can be listed
 */
export function makeTypeTables(
  structures: readonly StructureDefinition[],
  isEnumerable: (valueSet: string) => boolean,
): Tables {
  const profiles = new Map(structures.map((structure) => [structure.url, structure]));
  const types = structures.filter(
    (structure) => structure.derivation !== 'constraint' && structure.kind !== 'logical',
  );
  const byName = new Map(types.map((structure) => [structure.type, structure]));
  const drafts = new Map<string, MutableTypeTable>();
  const drawn = new Set<string>();

  /** Bases come first, because a table leaves out what its base already says. */
  function draw(structure: StructureDefinition): void {
    if (drawn.has(structure.type)) return;
    drawn.add(structure.type);
    const base = lastSegment(structure.baseDefinition);
    const baseStructure = base === undefined ? undefined : byName.get(base);
    if (baseStructure) draw(baseStructure);
    drawOne(structure, base);
  }

  function drawOne(structure: StructureDefinition, base: string | undefined): void {
    const elements = structure.snapshot?.element ?? [];
    const root = elements[0];
    const own: MutableTypeTable = { kind: kindOf(structure), elements: {} };
    if (structure.abstract) own.abstract = true;
    if (base !== undefined) own.base = base;
    const rootRules = constraintsOf(root, inheritedKeys(base));
    if (rootRules.length > 0) own.constraints = rootRules;
    drafts.set(structure.type, own);
    for (const element of elements.slice(1)) {
      const cut = element.path.lastIndexOf('.');
      const ownerPath = element.path.slice(0, cut);
      const name = element.path.slice(cut + 1);
      const owner = drafts.get(ownerPath);
      if (!owner) throw new Error(`No table for ${ownerPath}, the parent of ${element.path}.`);
      if (own.kind === 'primitive' && name === 'value') continue;
      const nested = elements.some((other) => other.path.startsWith(`${element.path}.`));
      const table = makeElement(element, nested);
      if (nested) {
        const draft: MutableTypeTable = { kind: 'nested', base: baseOfNested(element), elements: {} };
        const rules = table.constraints;
        if (rules) draft.constraints = [...rules];
        drafts.set(element.path, draft);
        owner.elements[name] = withoutConstraints(table);
      } else if (!isInherited(owner.base, name, table)) owner.elements[name] = table;
    }
  }

  function isInherited(base: string | undefined, name: string, table: ElementTable): boolean {
    for (let at = base; at !== undefined; at = drafts.get(at)?.base) {
      const found = drafts.get(at)?.elements[name];
      if (found)
        return JSON.stringify(withoutConstraints(found)) === JSON.stringify(withoutConstraints(table));
    }
    return false;
  }

  function inheritedKeys(base: string | undefined): Set<string> {
    const keys = new Set(everywhere);
    for (let at = base; at !== undefined; at = drafts.get(at)?.base) {
      for (const rule of drafts.get(at)?.constraints ?? []) keys.add(rule.key);
    }
    return keys;
  }

  function makeElement(element: ElementDefinition, nested: boolean): ElementTable {
    const types = nested ? [element.path] : typeNames(element);
    const table: { -readonly [K in keyof ElementTable]: ElementTable[K] } = { min: element.min ?? 0, types };
    if (element.max !== '*') table.max = Number(element.max);
    if (element.max !== '1' && element.max !== '0') table.list = true;
    const valueSet = boundValueSet(element);
    if (valueSet !== undefined && isEnumerable(valueSet)) table.valueSet = valueSet;
    const targets = targetTypes(element);
    if (targets.length > 0) table.targets = targets;
    const rules = [...constraintsOf(element, everywhere), ...profileRules(element)];
    if (rules.length > 0) table.constraints = rules;
    return table;
  }

  /** SimpleQuantity and MoneyQuantity are profiles of Quantity; their rules bind where an element names them. */
  function profileRules(element: ElementDefinition): ConstraintTable[] {
    const profile = element.type?.length === 1 ? element.type[0]?.profile?.[0] : undefined;
    const structure = profile === undefined ? undefined : profiles.get(profile);
    if (structure?.derivation !== 'constraint') return [];
    return constraintsOf(structure.snapshot?.element[0], inheritedKeys(structure.type));
  }

  for (const structure of types) draw(structure);
  return new Map([...drafts].map(([name, draft]) => [name, withPrograms(name, draft, drafts)]));
}

function withPrograms(name: string, table: TypeTable, tables: Tables): TypeTable {
  const translated = (rules: readonly ConstraintTable[], focus: readonly string[]) =>
    rules.map((rule) => {
      const program = translateRule(rule.expression, name, focus, tables);
      return program ? { ...rule, program } : rule;
    });
  const elements = Object.entries(table.elements).map(([key, element]) => [
    key,
    element.constraints
      ? { ...element, constraints: translated(element.constraints, element.types) }
      : element,
  ]);
  return {
    ...table,
    elements: Object.fromEntries(elements),
    ...(table.constraints ? { constraints: translated(table.constraints, [name]) } : {}),
  };
}

function kindOf(structure: StructureDefinition): TypeTable['kind'] {
  if (structure.kind === 'resource') return 'resource';
  return structure.kind === 'primitive-type' ? 'primitive' : 'complex';
}

function baseOfNested(element: ElementDefinition): string {
  const base = element.type?.[0]?.code;
  if (base === undefined || !nestedBases.has(base)) throw new Error(`${element.path} nests in ${base}.`);
  return base;
}

function typeNames(element: ElementDefinition): string[] {
  if (element.contentReference) return [element.contentReference.replace(/^.*#/, '')];
  // The releases write the type of ids in three ways; their text means these.
  if (element.path.endsWith('.id') && element.base?.path?.endsWith('.id')) {
    if (element.base.path === 'Resource.id') return ['id'];
    if (element.base.path === 'Element.id') return ['string'];
  }
  return [...new Set((element.type ?? []).map(plainType))];
}

function plainType(type: NonNullable<ElementDefinition['type']>[number]): string {
  const real = type.extension?.find((extension) => extension.url === fhirType);
  return real?.valueUrl ?? real?.valueUri ?? type.code;
}

function boundValueSet(element: ElementDefinition): string | undefined {
  const binding = element.binding;
  const maximum =
    binding?.extension?.find((extension) => extension.url === maximumValueSet)?.valueCanonical ??
    binding?.additional?.find((additional) => additional.purpose === 'maximum')?.valueSet;
  const valueSet = binding?.strength === 'required' ? binding.valueSet : maximum;
  return valueSet?.replace(/\|.*$/, '');
}

function targetTypes(element: ElementDefinition): string[] {
  const profiles = (element.type ?? [])
    .filter((type) => type.code === 'Reference' || type.code === 'CodeableReference')
    .flatMap((type) => type.targetProfile ?? ['Resource']);
  const names = profiles.map((profile) => lastSegment(profile) ?? 'Resource');
  return names.includes('Resource') ? [] : [...new Set(names)].sort();
}

function constraintsOf(
  element: ElementDefinition | undefined,
  known: ReadonlySet<string>,
): ConstraintTable[] {
  return (element?.constraint ?? [])
    .filter((rule) => rule.expression !== undefined && !known.has(rule.key))
    .filter((rule) => !rule.extension?.some((extension) => extension.url === bestPractice))
    .map((rule) => ({
      key: rule.key,
      severity: rule.severity,
      human: rule.human,
      expression: corrected(rule.expression ?? ''),
    }));
}

/** `trace` only logs, and the judge must not print; one published rule quotes a string wrongly. */
function corrected(expression: string): string {
  return expression.replace(/\.trace\('[^']*'(?:,\s*\w+)?\)/g, '').replaceAll('":"', "':'");
}

function withoutConstraints(table: ElementTable): ElementTable {
  const { constraints: _, ...rest } = table;
  return rest;
}

function lastSegment(url: string | undefined): string | undefined {
  return url?.slice(url.lastIndexOf('/') + 1);
}
