import type { Body } from '../../support/fhir-resources.ts';
import type { ElementPlace } from './places.ts';
import type { PublishedTypes } from './published.ts';
import type { Samples } from './samples.ts';

/** A resource with one reference, and the path of the error for it; undefined if the reference is right. */
export interface ReferenceCase {
  readonly name: string;
  readonly body: Body;
  readonly errorAt: string | undefined;
}

/** A way to write a reference. */
interface Form {
  readonly name: string;
  /** The Reference, without `type`. */
  readonly reference: (type: string) => Body;
  /** What shows the type that it points to: the URL itself, or only its target. */
  readonly typeShownBy: 'URL' | 'target' | 'nothing';
  /** Puts the target next to the referring resource, so that the reference resolves. */
  readonly withTarget?: (resource: Body, target: Body) => Body;
}

const uuid = 'urn:uuid:c757873d-ec9a-4326-a141-556f43239520';
const base = 'https://example.org/fhir';
/** Path of the referring resource in its Bundle. */
const referringPath = 'Bundle.entry[0].resource';

function inBundle(fullUrl: (target: Body) => string): NonNullable<Form['withTarget']> {
  return (resource, target) => ({
    resourceType: 'Bundle',
    type: 'collection',
    entry: [
      { fullUrl: `${base}/${resource.resourceType}/referring`, resource: { ...resource, id: 'referring' } },
      { fullUrl: fullUrl(target), resource: target },
    ],
  });
}

function contained(resource: Body, target: Body): Body {
  return { ...resource, contained: [target] };
}

const forms: readonly Form[] = [
  { name: 'a display', reference: () => ({ display: 'a' }), typeShownBy: 'nothing' },
  { name: 'an identifier', reference: () => ({ identifier: { value: '1' } }), typeShownBy: 'nothing' },
  { name: 'a relative URL', reference: (type) => ({ reference: `${type}/1` }), typeShownBy: 'URL' },
  { name: 'a version', reference: (type) => ({ reference: `${type}/1/_history/2` }), typeShownBy: 'URL' },
  { name: 'an absolute URL', reference: (type) => ({ reference: `${base}/${type}/1` }), typeShownBy: 'URL' },
  { name: 'a search', reference: (type) => ({ reference: `${type}?name=x` }), typeShownBy: 'URL' },
  { name: 'a uuid out of the body', reference: () => ({ reference: uuid }), typeShownBy: 'nothing' },
  { name: 'another URL', reference: () => ({ reference: 'https://example.org/a' }), typeShownBy: 'nothing' },
  {
    name: 'a contained resource',
    reference: () => ({ reference: '#target' }),
    typeShownBy: 'target',
    withTarget: contained,
  },
  {
    name: 'an entry by uuid',
    reference: () => ({ reference: uuid }),
    typeShownBy: 'target',
    withTarget: inBundle(() => uuid),
  },
  {
    name: 'an entry by any URL',
    reference: () => ({ reference: 'https://example.org/things/1' }),
    typeShownBy: 'target',
    withTarget: inBundle(() => 'https://example.org/things/1'),
  },
  {
    name: 'an entry by its address',
    reference: (type) => ({ reference: `${base}/${type}/target` }),
    typeShownBy: 'URL',
    withTarget: inBundle((target) => `${base}/${target.resourceType}/target`),
  },
  {
    name: 'an entry by a relative URL',
    reference: (type) => ({ reference: `${type}/target` }),
    typeShownBy: 'URL',
    withTarget: inBundle((target) => `${base}/${target.resourceType}/target`),
  },
];

/** A value of `Reference.type`, and when it is wrong. */
interface Claim {
  readonly name: string;
  readonly type: (target: string, other: string) => string | undefined;
  readonly isWrong: 'never' | 'where the type is known' | 'always' | 'where it is not allowed';
}

const claims: readonly Claim[] = [
  { name: 'no type', type: () => undefined, isWrong: 'never' },
  { name: 'its type', type: (target) => target, isWrong: 'where it is not allowed' },
  {
    name: 'the URL of its type',
    type: (target) => `http://hl7.org/fhir/StructureDefinition/${target}`,
    isWrong: 'always',
  },
  { name: 'another type', type: (_target, other) => other, isWrong: 'where the type is known' },
  { name: 'an abstract type', type: () => 'DomainResource', isWrong: 'never' },
  { name: 'a logical model', type: () => 'https://example.org/model', isWrong: 'never' },
  { name: 'a type that does not exist', type: () => 'Foo', isWrong: 'always' },
];

/**
 * Every form of reference, each with one claim per turn, to a type that the element allows and to one that it does not.
 *
 * @param turn the combination to begin with, so that the elements together try all of them
 */
export function* referenceCases(
  place: ElementPlace,
  types: PublishedTypes,
  samples: Samples,
  turn: number,
): Generator<ReferenceCase> {
  const { targets } = place.element.table;
  const all = types.resourceNames().filter((name) => !unfit.has(name));
  const may = (type: string): boolean => targets === undefined || targets.includes(type);
  const allowed = all.filter(may);
  const forbidden = all.filter((type) => !may(type));
  const root = place.path.slice(0, place.path.indexOf('.'));
  const mayContain = types.elements(root).some(({ key }) => key === 'contained');
  for (const [index, form] of forms.entries()) {
    const claim = claims[(turn + index) % claims.length];
    if (!claim || (form.withTarget === contained && !mayContain)) continue;
    for (const candidates of [allowed, forbidden]) {
      const target = candidates[(turn * 7 + index) % candidates.length];
      const other = allowed.find((type) => type !== target);
      if (target === undefined || other === undefined) continue;
      yield makeCase({ place, samples, form, claim, target, other, isAllowed: may(target) });
    }
  }
}

/** Types that need more than their required elements, or that hold other resources. */
const unfit: ReadonlySet<string> = new Set(['Bundle', 'Parameters']);

interface Choice {
  readonly place: ElementPlace;
  readonly samples: Samples;
  readonly form: Form;
  readonly claim: Claim;
  readonly target: string;
  /** Another type, which the element allows. */
  readonly other: string;
  readonly isAllowed: boolean;
}

function makeCase({ place, samples, form, claim, target, other, isAllowed }: Choice): ReferenceCase {
  const type = claim.type(target, other);
  const reference = { ...form.reference(target), ...(type === undefined ? {} : { type }) };
  const isConcept = place.typeName === 'CodeableReference';
  const resource = place.put(isConcept ? { reference } : reference);
  const body = form.withTarget?.(resource, { ...samples.resource(target), id: 'target' }) ?? resource;
  const path = body.resourceType === 'Bundle' ? place.path.replace(/^\w+/, referringPath) : place.path;
  const at = wrongPart(form, claim, isAllowed);
  return {
    name: `${place.path}: ${form.name} to ${target} with ${claim.name}`,
    body,
    errorAt: at === undefined ? undefined : `${path}${isConcept ? '.reference' : ''}.${at}`,
  };
}

/** One defect is one error: that of the URL comes first, that of the target last. */
function wrongPart({ name, typeShownBy }: Form, { isWrong }: Claim, isAllowed: boolean): string | undefined {
  if (typeShownBy === 'URL' && !isAllowed) return 'reference';
  if (isWrong === 'always') return 'type';
  // A reference with only a display may be of a type that only the display explains.
  if (isWrong === 'where it is not allowed' && !isAllowed && name !== 'a display') return 'type';
  if (typeShownBy === 'target' && !isAllowed) return 'reference';
  return isWrong === 'where the type is known' && typeShownBy !== 'nothing' ? 'type' : undefined;
}
