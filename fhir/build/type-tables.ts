import type { ElementDefinition, StructureDefinition } from 'fhir/r5.d.ts';
import type { ConstraintTable, ElementTable, TypeTable } from '../definitions/tables.ts';
import { translateRule } from './translate-rule.ts';

/**
 * Rules that the tables leave out: two that the validator checks at every element anyway, and one that compares a
 * resource with itself and so always holds.
 */
const omittedRules = new Set(['ele-1', 'ext-1', 'dom-r4b']);
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
 * Converts StructureDefinitions to type tables; each holds only what the type adds to its base.
 *
 * @param structures all StructureDefinitions of one release
 * @param canExpand whether a value set can be expanded
 */
export function makeTypeTables(
  structures: readonly StructureDefinition[],
  canExpand: (valueSet: string) => boolean,
): Tables {
  const profiles = new Map(structures.map((structure) => [structure.url, structure]));
  const types = structures.filter(
    (structure) => structure.derivation !== 'constraint' && structure.kind !== 'logical',
  );
  const byName = new Map(types.map((structure) => [structure.type, structure]));
  const tables = new Map<string, MutableTypeTable>();
  const added = new Set<string>();

  /** Adds bases first, because a table leaves out what its base states. */
  function addWithBases(structure: StructureDefinition): void {
    if (added.has(structure.type)) return;
    added.add(structure.type);
    const base = lastSegment(structure.baseDefinition);
    const baseStructure = base === undefined ? undefined : byName.get(base);
    if (baseStructure) addWithBases(baseStructure);
    addTables(structure, base);
  }

  /** Adds the table of a type and those of its nested elements. */
  function addTables(structure: StructureDefinition, base: string | undefined): void {
    const elements = structure.snapshot?.element ?? [];
    const root = elements[0];
    const own: MutableTypeTable = { kind: kindOf(structure), elements: {} };
    if (structure.abstract) own.abstract = true;
    if (base !== undefined) own.base = base;
    const rootRules = constraintsOf(root, inheritedKeys(base));
    if (rootRules.length > 0) own.constraints = rootRules;
    tables.set(structure.type, own);
    for (const element of elements.slice(1)) {
      const cut = element.path.lastIndexOf('.');
      const ownerPath = element.path.slice(0, cut);
      const name = element.path.slice(cut + 1);
      const owner = tables.get(ownerPath);
      if (!owner) throw new Error(`No table for ${ownerPath}, the parent of ${element.path}.`);
      if (own.kind === 'primitive' && name === 'value') continue;
      const nested = elements.some((other) => other.path.startsWith(`${element.path}.`));
      const table = makeElement(element, nested);
      if (nested) {
        const nestedTable: MutableTypeTable = { kind: 'nested', base: baseOfNested(element), elements: {} };
        const rules = table.constraints;
        if (rules) nestedTable.constraints = [...rules];
        tables.set(element.path, nestedTable);
        owner.elements[name] = withoutConstraints(table);
      } else if (!isInherited(owner.base, name, table)) owner.elements[name] = table;
    }
  }

  function isInherited(base: string | undefined, name: string, table: ElementTable): boolean {
    for (let ancestor = base; ancestor !== undefined; ancestor = tables.get(ancestor)?.base) {
      const found = tables.get(ancestor)?.elements[name];
      if (found)
        return JSON.stringify(withoutConstraints(found)) === JSON.stringify(withoutConstraints(table));
    }
    return false;
  }

  function inheritedKeys(base: string | undefined): Set<string> {
    const keys = new Set(omittedRules);
    for (let ancestor = base; ancestor !== undefined; ancestor = tables.get(ancestor)?.base) {
      for (const rule of tables.get(ancestor)?.constraints ?? []) keys.add(rule.key);
    }
    return keys;
  }

  function makeElement(element: ElementDefinition, nested: boolean): ElementTable {
    const types = nested ? [element.path] : typeNames(element);
    const table: { -readonly [K in keyof ElementTable]: ElementTable[K] } = { min: element.min ?? 0, types };
    if (element.max !== '*') table.max = Number(element.max);
    if (element.max !== '1' && element.max !== '0') table.list = true;
    const valueSet = boundValueSet(element);
    if (valueSet !== undefined && canExpand(valueSet)) {
      table.valueSet = valueSet;
      if (element.binding?.strength !== 'required') table.maximum = true;
    }
    const targets = targetTypes(element);
    if (targets.length > 0) table.targets = targets;
    const rules = [...constraintsOf(element, omittedRules), ...profileRules(element)];
    if (rules.length > 0) table.constraints = rules;
    return table;
  }

  /** SimpleQuantity and MoneyQuantity are profiles of Quantity; their rules apply to elements that name them. */
  function profileRules(element: ElementDefinition): ConstraintTable[] {
    const profile = element.type?.length === 1 ? element.type[0]?.profile?.[0] : undefined;
    const structure = profile === undefined ? undefined : profiles.get(profile);
    if (structure?.derivation !== 'constraint') return [];
    return constraintsOf(structure.snapshot?.element[0], inheritedKeys(structure.type));
  }

  for (const structure of types) addWithBases(structure);
  return new Map([...tables].map(([name, table]) => [name, withPrograms(name, table, tables)]));
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
  // The releases write the types of ids in three ways; by their text, these are meant.
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

/** Removes `trace`, which would print, and corrects a string that one published rule quotes wrongly. */
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
