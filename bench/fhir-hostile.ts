type Json = Record<string, unknown>;

const xhtml = 'http://www.w3.org/1999/xhtml';
const div = (inner: string) => `<div xmlns="${xhtml}">${inner}</div>`;
const withNarrative = (inner: string): Json => ({
  resourceType: 'Basic',
  code: { text: 'a' },
  text: { status: 'generated', div: div(inner) },
});
const bundle = (entry: readonly unknown[], type = 'collection'): Json => ({
  resourceType: 'Bundle',
  type,
  entry,
});
const of = (resource: Json): Json => ({ resource });
/** A Bundle of one resource. */
const alone = (resource: Json): Json => bundle([of(resource)]);
const patient = (more: Json): Json => ({ resourceType: 'Patient', ...more });
const many = <T>(bytes: number, make: (index: number) => T): T[] => {
  const count = Math.max(1, Math.floor(bytes / (JSON.stringify(make(1_000)).length + 1)));
  return Array.from({ length: count }, (_, index) => make(index));
};
const nested = (depth: number, name: string, inner: Json): Json => {
  let value = inner;
  for (let level = 0; level < depth; level += 1) value = { linkId: 'a', url: 'http://a', [name]: [value] };
  return value;
};
const scenario = (more: Json): Json => ({ resourceType: 'ExampleScenario', status: 'active', ...more });
const guide = (more: Json): Json => ({
  resourceType: 'ImplementationGuide',
  url: 'http://a',
  name: 'Abc',
  status: 'active',
  packageId: 'a.b',
  fhirVersion: ['5.0.0'],
  ...more,
});
const structure = (element: readonly Json[], more: Json = {}): Json => ({
  resourceType: 'StructureDefinition',
  url: 'http://a',
  name: 'Abc',
  status: 'active',
  kind: 'resource',
  abstract: false,
  type: 'Patient',
  differential: { element },
  ...more,
});
const response = (item: readonly Json[]): Json => ({
  resourceType: 'QuestionnaireResponse',
  questionnaire: 'http://a',
  status: 'completed',
  item,
});
const observation = (more: Json): Json => ({
  resourceType: 'Observation',
  status: 'final',
  code: { text: 'a' },
  ...more,
});

/** Bundles of a given size, each made to keep one part of the validator as busy as possible. */
export const hostileBundles: Readonly<Record<string, (bytes: number) => Json | string>> = {
  'empty entries': (bytes) => bundle(many(bytes, () => ({}))),
  'entries that are null': (bytes) => bundle(many(bytes, () => null)),
  'tiny resources': (bytes) => bundle(many(bytes, () => of(patient({})))),
  'tiny resources with a wrong code': (bytes) => bundle(many(bytes, () => of(patient({ gender: 'x' })))),
  'resources of types that do not exist': (bytes) =>
    bundle(many(bytes, (index) => of({ resourceType: `T${index}` }))),
  'a long type name': (bytes) => alone({ resourceType: 'T'.repeat(bytes) }),
  'wrong codes in one resource': (bytes) =>
    alone(patient({ contact: many(bytes, () => ({ gender: 'xxxxxxxxxxxxxxxxxxxxxxxxx' })) })),
  'wrong codes of a long value set': (bytes) =>
    bundle(
      many(bytes, () =>
        of({
          resourceType: 'StructureMap',
          group: many(600, () => ({ input: [{ mode: 'x' }], typeMode: 'abcdefghijkl' })),
        }),
      ),
    ),
  'wrong currencies': (bytes) =>
    bundle(
      many(bytes, () =>
        of({
          resourceType: 'Invoice',
          lineItem: many(2_000, () => ({ priceComponent: [{ amount: { currency: 'abcdefghij' } }] })),
        }),
      ),
    ),
  'wrong resource types': (bytes) =>
    alone({
      resourceType: 'CapabilityStatement',
      rest: [{ mode: 'server', resource: many(bytes, (index) => ({ type: `Patien${index}` })) }],
    }),
  'unknown properties': (bytes) =>
    alone(patient(Object.fromEntries(many(bytes / 2, (index) => [`property${index}`, 1])))),
  'unknown properties in many resources': (bytes) =>
    bundle(many(bytes, () => of(patient(Object.fromEntries(many(600, (index) => [`contactt${index}`, 1])))))),
  'long unknown names': (bytes) =>
    alone(patient(Object.fromEntries(many(bytes, (index) => [`${index}${'n'.repeat(2_000)}`, 1])))),
  'one very long name': (bytes) => alone(patient({ ['n'.repeat(bytes)]: 1 })),
  'names that are numbers': (bytes) =>
    alone(patient(Object.fromEntries(many(bytes / 2, (index) => [String(index * 7), 1])))),
  'duplicate names': (bytes) => `{"resourceType":"Patient"${',"id":"a"'.repeat(bytes / 9)}}`,
  'duplicate names on many lines': (bytes) => `{"resourceType":"Patient"${',\n"id":"a"'.repeat(bytes / 10)}}`,
  'duplicate long names below long names': (bytes) =>
    `{"${'n'.repeat(bytes / 2)}":{"a":1${',"a":1'.repeat(bytes / 12)}}}`,
  'deep arrays': (bytes) => `{"resourceType":"Bundle","entry":${'['.repeat(bytes)}`,
  'deep extensions with many leaves': (bytes) =>
    alone(
      patient({
        extension: [
          nested(180, 'extension', {
            url: 'a',
            extension: many(bytes, () => ({ url: 'a', valueReference: { reference: 'P/a' } })),
          }),
        ],
      }),
    ),
  'deep answers with many leaves': (bytes) =>
    alone(
      response([
        nested(180, 'item', {
          linkId: 'a',
          item: many(bytes, (index) => ({ linkId: `${index}`, answer: [{ valueInteger: 1 }] })),
        }),
      ]),
    ),
  'deep answers that repeat': (bytes) =>
    bundle(
      many(bytes, () =>
        of(
          response([
            nested(180, 'item', { linkId: 'a', item: many(400, () => ({ linkId: 'a', answer: [{}] })) }),
          ]),
        ),
      ),
    ),
  'questions with the same linkId': (bytes) =>
    alone({
      resourceType: 'Questionnaire',
      status: 'active',
      item: many(bytes, () => ({ linkId: 'a', type: 'string' })),
    }),
  'questions with different linkIds': (bytes) =>
    alone({
      resourceType: 'Questionnaire',
      status: 'active',
      item: many(bytes, (index) => ({ linkId: `a${index}`, type: 'string' })),
    }),
  'small narratives': (bytes) => bundle(many(bytes, () => of(withNarrative('a')))),
  'a narrative full of errors': (bytes) => alone(withNarrative('&'.repeat(bytes))),
  'a narrative full of forbidden elements': (bytes) => alone(withNarrative('<x/>'.repeat(bytes / 4))),
  'a deep narrative with many leaves': (bytes) =>
    alone(withNarrative(`${'<b>'.repeat(198)}${'<i/>'.repeat(bytes / 4)}${'</b>'.repeat(198)}`)),
  'a deep narrative with attributes': (bytes) =>
    alone(
      withNarrative(
        `${'<b>'.repeat(198)}${'<i xml:lang="a" id="a"/>'.repeat(bytes / 26)}${'</b>'.repeat(198)}`,
      ),
    ),
  'a narrative of one element with many namespaces': (bytes) =>
    alone(withNarrative(`<p ${many(bytes * 0.7, (index) => `xmlns:a${index}="b"`).join(' ')}>a</p>`)),
  'a narrative below many namespaces': (bytes) =>
    alone(
      withNarrative(
        `<p ${many(bytes / 3, (index) => `xmlns:a${index}="b"`).join(' ')}>${'<i/>'.repeat(bytes / 8)}</p>`,
      ),
    ),
  'a narrative of entities': (bytes) => alone(withNarrative('&nbsp;'.repeat(bytes / 6))),
  'a narrative of one long attribute': (bytes) =>
    alone(withNarrative(`<a href="${' '.repeat(bytes)}">a</a>`)),
  'contained resources that are used': (bytes) =>
    alone(
      patient({
        contained: many(bytes / 2, (index) => ({ resourceType: 'Basic', id: `a${index}` })),
        generalPractitioner: many(bytes / 2, (index) => ({ reference: `#a${index}` })),
      }),
    ),
  'contained resources that are not used': (bytes) =>
    alone(patient({ contained: many(bytes, () => ({ resourceType: 'Basic', code: { text: 'a' } })) })),
  'references below a long fullUrl': (bytes) =>
    bundle([
      {
        fullUrl: `http://a${'/a'.repeat(950)}/Patient/a`,
        resource: patient({
          id: 'a',
          generalPractitioner: many(bytes, () => ({ reference: 'Practitioner/a' })),
        }),
      },
    ]),
  'references that do not resolve, in a document': (bytes) =>
    bundle(
      [
        of({
          resourceType: 'Composition',
          status: 'final',
          type: { text: 'a' },
          date: '2000',
          title: 'a',
          author: many(bytes, (index) => ({ reference: `Patient/a${index}` })),
        }),
      ],
      'document',
    ),
  'long references': (bytes) =>
    alone(patient({ generalPractitioner: many(bytes, () => ({ reference: `${'a/'.repeat(950)}A/a` })) })),
  'one very long reference': (bytes) =>
    alone(patient({ managingOrganization: { reference: 'A/'.repeat(bytes / 2) } })),
  'the same fullUrl': (bytes) =>
    bundle(many(bytes, () => ({ fullUrl: 'http://a/Patient/a', resource: patient({ id: 'a' }) }))),
  'long fullUrls': (bytes) =>
    bundle(many(bytes, () => ({ fullUrl: `http://a${'/'.repeat(5_000)}a`, resource: patient({ id: 'a' }) }))),
  'nested Bundles': (bytes) => {
    let inner: Json = bundle(many(bytes, () => of(patient({ gender: 'x' }))));
    for (let level = 0; level < 90; level += 1) inner = alone(inner);
    return inner;
  },
  'nested Parameters': (bytes) => {
    let inner: Json = { resourceType: 'Parameters', parameter: many(bytes, () => ({ name: 'a' })) };
    for (let level = 0; level < 90; level += 1)
      inner = { resourceType: 'Parameters', parameter: [{ name: 'a', resource: inner }] };
    return inner;
  },
  'reports of one Composition': (bytes) =>
    bundle([
      of({
        resourceType: 'Composition',
        id: 'c',
        status: 'final',
        section: [{ entry: many(bytes / 3, (index) => ({ reference: `Observation/${index % 9}` })) }],
      }),
      ...many(bytes / 2, () =>
        of({
          resourceType: 'DiagnosticReport',
          status: 'final',
          code: { text: 'a' },
          composition: { reference: 'Composition/c' },
        }),
      ),
    ]),
  'Observations of one Group': (bytes) =>
    bundle([
      of({
        resourceType: 'Group',
        id: 'g',
        type: 'specimen',
        membership: 'enumerated',
        member: many(bytes / 2, () => ({ entity: { reference: 'Specimen/a' } })),
      }),
      ...many(bytes / 2, () => of(observation({ triggeredBy: [], specimen: { reference: 'Group/g' } }))),
    ]),
  'agents that act for themselves': (bytes) =>
    bundle([
      of(patient({ id: 'p', name: many(bytes / 3, () => ({ text: 'a' })) })),
      of(patient({ id: 'q', name: many(bytes / 3, () => ({ text: 'a' })) })),
      of({
        resourceType: 'Provenance',
        target: [{ display: 'a' }],
        agent: many(bytes / 3, () => ({
          who: { reference: 'Patient/p' },
          onBehalfOf: { reference: 'Patient/q' },
        })),
      }),
    ]),
  'actors and operations of a scenario': (bytes) =>
    alone(
      scenario({
        actor: many(bytes / 2, (index) => ({ key: `a${index}`, type: 'person', title: `a${index}` })),
        process: [
          {
            title: 'a',
            step: many(bytes / 2, (index) => ({
              operation: { title: 'a', initiator: `a${index}`, receiver: `a${index + 1}` },
            })),
          },
        ],
      }),
    ),
  'instances and versions of a scenario': (bytes) =>
    alone(
      scenario({
        instance: many(bytes / 2, (index) => ({
          key: `a${index}`,
          title: `a${index}`,
          structureType: { code: 'Patient' },
          version: [{ key: 'a', title: 'a' }],
          containedInstance: [{ instanceReference: `a${index}`, versionReference: 'a' }],
        })),
      }),
    ),
  'resources and groups of a guide': (bytes) =>
    alone(
      guide({
        definition: {
          grouping: many(bytes / 2, (index) => ({ id: `a${index}`, name: 'a' })),
          resource: many(bytes / 2, (index) => ({
            reference: { display: 'a' },
            groupingId: `a${index}`,
          })),
        },
      }),
    ),
  'tiny elements of a profile': (bytes) =>
    alone(structure(many(bytes, () => ({ path: 'Patient.a', max: '1' })))),
  'elements below a long path': (bytes) =>
    alone(
      structure([
        { id: 'a', path: `Patient${'a'.repeat(bytes / 2)}` },
        ...many(bytes / 2, (index) => ({ id: `a${index}`, path: `Patient.a${index}` })),
      ]),
    ),
  'concepts of a code system': (bytes) =>
    alone({
      resourceType: 'CodeSystem',
      status: 'active',
      content: 'complete',
      concept: many(bytes, (index) => ({ code: `c${index}` })),
    }),
  'actions of a plan': (bytes) =>
    alone({
      resourceType: 'PlanDefinition',
      status: 'active',
      action: many(bytes, (index) => ({
        id: `a${index}`,
        relatedAction: [{ targetId: `a${index}`, actionId: `a${index}`, relationship: 'before' }],
      })),
    }),
  'components with codes': (bytes) =>
    alone(
      observation({
        valueInteger: 1,
        code: { coding: many(bytes / 3, (index) => ({ code: `a${index}` })) },
        component: many(bytes / 2, (index) => ({ code: { coding: [{ code: `b${index}` }] } })),
      }),
    ),
  'periods in the wrong order': (bytes) =>
    alone(patient({ name: many(bytes, () => ({ period: { start: '2001', end: '2000' } })) })),
  'extensions without a value': (bytes) =>
    alone(patient({ extension: many(bytes, () => ({ url: 'http://a' })) })),
  'companions without a value': (bytes) =>
    alone(patient({ name: [{ _given: many(bytes, () => ({ id: 'a' })) }] })),
  'numbers with long texts': (bytes) =>
    `{"resourceType":"Observation","status":"final","code":{"text":"a"},"valueQuantity":{"value":0.${'1'.repeat(bytes)}}}`,
  'many numbers whose text matters': (bytes) =>
    `{"resourceType":"Observation","valueSampledData":{"a":[${'1.0,'.repeat(bytes / 4)}1]}}`,
  'base64 that ends wrong': (bytes) =>
    alone({ resourceType: 'Binary', contentType: 'a/b', data: `${'AAAA'.repeat(bytes / 4)}*` }),
  'a long media type': (bytes) => alone({ resourceType: 'Binary', contentType: `a/b;${' '.repeat(bytes)}` }),
  'a long language': (bytes) => alone(patient({ language: 'a-'.repeat(bytes / 2) })),
  'escapes without end': (bytes) => `{"resourceType":"Patient","id":"${'\\u0061'.repeat(bytes / 6)}"}`,
};

/** The text of one of them. */
export function hostileText(name: string, bytes: number): string {
  const made = hostileBundles[name]?.(bytes) ?? {};
  return typeof made === 'string' ? made : JSON.stringify(made);
}
