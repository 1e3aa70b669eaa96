import { expect, test } from '@playwright/test';
import { fhirReleases, type IssueLevel } from '../../../fhir/index.ts';
import { installedDefinitions } from '../../../fhir/installed-definitions.ts';
import { validateBody } from '../../../fhir/validate-body.ts';
import type { Body } from '../../support/fhir-resources.ts';
import { type ElementPlace, elementPlaces } from './places.ts';
import { PublishedTypes, propertyName } from './published.ts';
import { Samples } from './samples.ts';

const definitions = installedDefinitions();

/** A resource with one invalid element, and the issue that must be reported for it. */
interface Wrong {
  readonly body: Body;
  readonly level: IssueLevel;
  /** The beginning of the path of the only issue. */
  readonly path: string;
}

/** What can be wrong with an element: its value, its number, its place. */
function wrongBodies(place: ElementPlace, valid: unknown, types: PublishedTypes): readonly Wrong[] {
  const { element, typeName, path, elementPath } = place;
  const { list, min, valueSet, maximum } = element.table;
  const name = propertyName(element.key, typeName);
  const wrong: Wrong[] = [];
  const add = (level: IssueLevel, value: unknown): number =>
    wrong.push({ body: place.put(value), level, path });
  const addAll = (level: IssueLevel, properties: Body): number =>
    wrong.push({ body: place.putAll(properties), level, path: elementPath });

  add('structure', {});
  add('structure', null);
  add('structure', [[]]);
  addAll('structure', { [name]: list ? valid : [valid] });
  if (list) addAll('structure', { [name]: [] });
  // An empty object would be another defect.
  if (min > 0) addAll('cardinality', { id: 'a' });
  if (types.kindOf(typeName) === 'primitive') {
    add('structure', typeName === 'boolean' ? 'true' : true);
    if (typeof valid === 'string') add('structure', '');
    if (typeName in wrongFormats) add('primitive-format', wrongFormats[typeName]);
  } else {
    add('structure', 'a');
    add('structure', { ...(valid as object), unknownProperty: 1 });
    const companion = list ? [{ id: 'a' }] : { id: 'a' };
    const body = place.putAll({ [name]: list ? [valid] : valid, [`_${name}`]: companion });
    wrong.push({ body, level: 'structure', path: `${path.slice(0, path.lastIndexOf('.'))}._${name}` });
  }
  if (valueSet !== undefined) {
    const [ofSet = ''] = Object.keys(types.codes(valueSet));
    // A binding with a maximum value set allows codes of other systems.
    const code = codeOf(typeName, maximum ? ofSet : 'http://example.org/system');
    if (code !== undefined) add('binding', code);
  }
  const other = element.table.types.find((each) => each !== typeName);
  if (other !== undefined) {
    // The second value must itself be valid: a simple one of a choice always is.
    const simple = ['string', 'boolean', 'dateTime'].find(
      (each) => element.table.types.includes(each) && each !== typeName,
    );
    if (simple !== undefined)
      addAll('choice', { [name]: valid, [propertyName(element.key, simple)]: simpleValues[simple] });
  }
  return wrong;
}

const simpleValues: Readonly<Record<string, unknown>> = { string: 'a', boolean: true, dateTime: '2020' };

/** One for each primitive type; a string is missing, as only its length can be wrong. */
const wrongFormats: Readonly<Record<string, unknown>> = {
  base64Binary: 'a',
  canonical: 'a b',
  code: ' a',
  date: '2024-2-1',
  dateTime: '2024-02-01T00:00:00',
  id: 'a_b',
  instant: '2024-02-01',
  integer: 1.5,
  integer64: '1.5',
  oid: '1.2',
  positiveInt: 0,
  time: '24:00:00',
  unsignedInt: -1,
  uri: 'a b',
  url: 'a b',
  uuid: 'urn:uuid:1',
  xhtml: '<p>',
};

/** A code that is in no value set, nor a language tag or a media type. */
function codeOf(typeName: string, system: string): unknown {
  const coding = { system, code: 'no such code' };
  switch (typeName) {
    case 'code':
      return coding.code;
    case 'Coding':
      return coding;
    case 'CodeableConcept':
      return { coding: [coding] };
    default:
      return undefined;
  }
}

for (const release of fhirReleases) {
  test(`${release}: every element accepts a value of each of its types and rejects wrong ones`, () => {
    const types = new PublishedTypes(release);
    const samples = new Samples(types);
    const disagreements: string[] = [];
    let tried = 0;
    const errorsOf = (body: Body) =>
      validateBody(definitions, body, { release })
        .issues.filter(({ severity, level }) => severity === 'error' && level !== 'invariant')
        .map(({ level, path }) => `${level} ${path}`);
    for (const place of elementPlaces(types, samples)) {
      const valid = samples.value(place.element, place.typeName);
      const alarms = errorsOf(place.put(valid));
      if (alarms.length > 0) disagreements.push(`${place.path} = ${JSON.stringify(valid)}: ${alarms.join()}`);
      for (const { body, level, path } of wrongBodies(place, valid, types)) {
        tried += 1;
        const errors = errorsOf(body);
        if (errors.length !== 1 || !errors[0]?.startsWith(`${level} ${path}`))
          disagreements.push(`${level} ${path} in ${JSON.stringify(body)}: ${errors.join()}`);
      }
    }
    expect(disagreements.slice(0, 20)).toEqual([]);
    expect(tried).toBeGreaterThan(50_000);
  });
}
