import type { ReleaseModel } from '../definitions/release-model.ts';
import type { JsonObject } from '../json/json-value.ts';
import { div, textWithTwice } from './changes.ts';
import { type MutantKind, type MutantMaker, mutantKinds, twice } from './mutant-maker.ts';
import { bundleMakers } from './mutants-of-bundles.ts';
import { elementMakers } from './mutants-of-elements.ts';
import { valueMakers } from './mutants-of-values.ts';
import type { Random } from './random.ts';
import { sitesOf } from './sites.ts';

/** A resource with one thing changed. */
export interface Mutant {
  readonly kind: MutantKind;
  readonly what: string;
  readonly text: string;
}

/** Where a mutant is placed: by itself, or inside another resource. */
type Frame = (resource: JsonObject) => JsonObject | undefined;

const makers: readonly MutantMaker[] = [...elementMakers, ...valueMakers, ...bundleMakers];

/** A small resource has few places. */
const triesOfOne = 4;

/** Mutants of one resource, of as many kinds as it has places for. */
export function mutantsOf(
  resource: JsonObject,
  model: ReleaseModel,
  random: Random,
  count: number,
): readonly Mutant[] {
  const type = model.resource(String(resource.resourceType));
  if (!type) return [];
  const sites = sitesOf(resource, type, model);
  const mutants: Mutant[] = [];
  // The element may have the edge value already.
  const seen = new Set([JSON.stringify(resource)]);
  for (let tries = 0; mutants.length < count && tries < triesOfOne * count; tries += 1) {
    // The kind first, so that a kind with many rules has no more mutants than another.
    const kind = random.of(mutantKinds);
    const maker = random.of(makers.filter((each) => each.kind === kind));
    const change = maker && random.of(maker.changes(sites, model, random));
    if (!change) continue;
    const copy = structuredClone(resource);
    change(copy);
    const isFramed = kind !== 'Bundle rules' && random.below(4) === 0;
    const framed = (isFramed ? random.of(frames)?.(copy) : undefined) ?? copy;
    const text = textOf(framed, maker.what, random);
    if (seen.has(text)) continue;
    seen.add(text);
    mutants.push({ kind: maker.kind, what: maker.what, text });
  }
  return mutants;
}

const narrative = { status: 'generated', div: div('x') };

const frames: readonly Frame[] = [
  // As an entry of a Bundle with two entries.
  (resource) => {
    const id = typeof resource.id === 'string' ? resource.id : 'a';
    const other = { resourceType: 'Basic', id: 'other', text: narrative, code: { text: 'x' } };
    return {
      resourceType: 'Bundle',
      type: 'collection',
      entry: [
        { fullUrl: 'https://example.org/fhir/Basic/other', resource: other },
        { fullUrl: `https://example.org/fhir/${String(resource.resourceType)}/${id}`, resource },
      ],
    };
  },
  // Contained, and referred to.
  (resource) => {
    // A contained resource has none of these.
    if ('contained' in resource || 'meta' in resource) return undefined;
    return {
      resourceType: 'Basic',
      id: 'holder',
      text: narrative,
      contained: [{ ...resource, id: 'inner' }],
      code: { text: 'x' },
      subject: { reference: '#inner' },
    };
  },
  // Nested in Parameters.
  (resource) => ({ resourceType: 'Parameters', parameter: [{ name: 'x', resource }] }),
];

function textOf(resource: JsonObject, what: string, random: Random): string {
  const doubled = what === twice ? random.of(Object.keys(resource)) : undefined;
  return doubled === undefined ? JSON.stringify(resource) : textWithTwice(resource, doubled);
}
