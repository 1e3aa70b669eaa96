import type { FhirRelease, IssueLevel } from '../../../fhir/index.ts';
import {
  type Body,
  bundle,
  coding,
  conditionalQuestion,
  document,
  evidenceReport,
  extension,
  narrative,
  observation,
  patient,
  patientDefinition,
  questionnaire,
  timing,
} from '../../support/fhir-resources.ts';

/** One resource with one defect: its name, the resource or its text, and the path that must be reported. */
export type Defect = readonly [name: string, body: Body | string, path: string, release?: FhirRelease];

const full = (name: string) => `https://example.org/fhir/Patient/${name}`;
const contained = (more: Body) => ({
  contained: [{ resourceType: 'Organization', id: 'o', name: 'O', ...more }],
});
const usesContained = { managingOrganization: { reference: '#o' } };

/** Defects by the level at which they must be reported. */
export const defects: Readonly<Record<IssueLevel, readonly Defect[]>> = {
  text: [
    ['NaN', '{"resourceType":"Patient","multipleBirthInteger":NaN}', ''],
    ['a raw line feed in a string', '{"resourceType":"Patient","id":"a\nb"}', ''],
    ['a truncated Unicode escape', '{"resourceType":"Patient","id":"\\u12"}', ''],
    ['a comment', '{"resourceType":"Patient" /* x */}', ''],
  ],
  structure: [
    [
      'a Patient as the issues of a Bundle',
      bundle([], { issues: patient({}) }),
      'Bundle.issues.resourceType',
      '5.0.0',
    ],
    [
      'two elements with the same id',
      patient({
        name: [
          { id: 'a', text: 'x' },
          { id: 'a', text: 'y' },
        ],
      }),
      'Patient.name[1].id',
    ],
    [
      'a primitive value with the same id as another element',
      patient({ name: [{ id: 'a', text: 'x' }], birthDate: '2000', _birthDate: { id: 'a' } }),
      'Patient.birthDate.id',
    ],
    [
      'two elements with the same id in a contained resource',
      patient({
        ...contained({
          alias: ['x', 'y'],
          _alias: [{ id: 'a' }, { id: 'a' }],
        }),
        ...usesContained,
      }),
      'Patient.contained[0].alias[1].id',
    ],
    [
      'more companions than values',
      patient({ name: [{ given: ['a'], _given: [null, { extension: [extension] }] }] }),
      'Patient.name[0]._given',
    ],
    [
      'two contained resources with the same id',
      patient({
        contained: [
          { resourceType: 'Organization', id: 'o', name: 'O' },
          { resourceType: 'Organization', id: 'o', name: 'P' },
        ],
        ...usesContained,
      }),
      'Patient.contained[1].id',
    ],
    [
      'a string for a decimal',
      observation({ valueQuantity: { value: '1.5' } }),
      'Observation.valueQuantity.value',
    ],
    ['an object for a string', patient({ gender: { value: 'male' } }), 'Patient.gender'],
    [
      'null in an array without an extension at the same index',
      patient({ name: [{ given: ['a', null] }] }),
      'Patient.name[0].given[1]',
    ],
    ['a companion that is not an object', patient({ _birthDate: 'x' }), 'Patient._birthDate'],
    ['a companion with a value', patient({ _birthDate: { value: '2000' } }), 'Patient._birthDate.value'],
    ['no resourceType', { id: 'a' }, ''],
    ['a data type as a resource', { resourceType: 'HumanName', text: 'x' }, 'HumanName.resourceType'],
    ['an abstract resource', { resourceType: 'DomainResource' }, 'DomainResource.resourceType'],
    [
      'resourceType in an element',
      patient({ name: [{ resourceType: 'HumanName', text: 'x' }] }),
      'Patient.name[0].resourceType',
    ],
    [
      'a contained resource without resourceType',
      patient({ contained: [{ id: 'x' }] }),
      'Patient.contained[0]',
    ],
    ['a choice with a wrong type suffix', observation({ valueText: 'x' }), 'Observation.valueText'],
    ['a choice without a type suffix', observation({ value: 'x' }), 'Observation.value'],
    ['a forbidden property name', '{"resourceType":"Patient","__proto__":{"a":1}}', 'Patient.__proto__'],
    [
      'integer64 as a number',
      evidenceAttachment({ size: 5 }),
      'EvidenceReport.relatedArtifact[0].document.size',
      '5.0.0',
    ],
  ],
  cardinality: [
    [
      'a narrative without a status',
      patient({ text: { div: '<div xmlns="http://www.w3.org/1999/xhtml">x</div>' } }),
      'Patient.text.status',
    ],
    ['a narrative without a div', patient({ text: { status: 'generated' } }), 'Patient.text.div'],
    [
      'an extension without a url',
      patient({ extension: [{ valueString: 'x' }] }),
      'Patient.extension[0].url',
    ],
  ],
  binding: [
    ['a language of one letter', patient({ language: 'e' }), 'Patient.language'],
    [
      'a malformed language tag in a CodeableConcept',
      speaking(coding('urn:ietf:bcp:47', 'en_US')),
      'Patient.communication[0].language.coding',
    ],
    [
      'a language with text only, if R5 requires a code',
      speaking({ text: 'English' }),
      'Patient.communication[0].language',
      '5.0.0',
    ],
    [
      'an unknown narrative status',
      patient({ text: { ...(narrative('x').text as Body), status: 'made' } }),
      'Patient.text.status',
    ],
    [
      'an unknown code in a CodeableConcept with a required binding',
      clinicalStatus(coding('http://terminology.hl7.org/CodeSystem/condition-clinical', 'ill')),
      'Condition.clinicalStatus.coding',
    ],
    [
      'a code without a system in a CodeableConcept with a required binding',
      clinicalStatus({ coding: [{ code: 'active' }] }),
      'Condition.clinicalStatus.coding',
    ],
    [
      'a coding with only a display in a CodeableConcept with a required binding',
      clinicalStatus({ coding: [{ display: 'active' }] }),
      'Condition.clinicalStatus',
    ],
    [
      'only text in a CodeableConcept with a required binding',
      clinicalStatus({ text: 'active' }),
      'Condition.clinicalStatus',
    ],
    ['a malformed language tag', patient({ language: 'en_US' }), 'Patient.language'],
  ],
  'primitive-format': [
    [
      '19 digits before the decimal point in R5',
      '{"resourceType":"Observation","status":"final","code":{"text":"x"},"valueQuantity":{"value":1234567890123456789.5}}',
      'Observation.valueQuantity.value',
      '5.0.0',
    ],
    ['an element id with a space', patient({ name: [{ id: 'n 1', text: 'x' }] }), 'Patient.name[0].id'],
    [
      'an id with a tab in the companion of a primitive',
      patient({ birthDate: '2000', _birthDate: { id: 'a\tb' } }),
      'Patient._birthDate.id',
    ],
    [
      'an extension with a relative url',
      patient({ extension: [{ url: 'x', valueString: 'x' }] }),
      'Patient.extension[0].url',
    ],
    ['base64 with a line break in R5', attachment('YWJj\nYWJj'), 'Patient.photo[0].data', '5.0.0'],
    ['base64 with a space in R5', attachment('YW Jj'), 'Patient.photo[0].data', '5.0.0'],
    ['a narrative that is not well-formed XML', patient(narrative('<p>x')), 'Patient.text.div'],
    ['an unknown entity in a narrative', patient(narrative('&foo;')), 'Patient.text.div'],
    [
      'a narrative without a namespace',
      patient({ text: { status: 'generated', div: '<div>x</div>' } }),
      'Patient.text.div',
    ],
    [
      'a narrative that is plain text',
      patient({ text: { status: 'generated', div: 'x' } }),
      'Patient.text.div',
    ],
    [
      'a narrative with <p> as its root',
      patient({ text: { status: 'generated', div: '<p xmlns="http://www.w3.org/1999/xhtml">x</p>' } }),
      'Patient.text.div',
    ],
  ],
  choice: [
    [
      'an extension with two values',
      patient({ extension: [{ ...extension, valueCode: 'x' }] }),
      'Patient.extension[0].value',
    ],
    [
      'a value of one type and a companion of another type',
      observation({ valueString: 'a', _valueBoolean: { extension: [extension] } }),
      'Observation.value',
    ],
  ],
  invariant: [
    [
      'a contained resource that the narrative mentions without a link',
      patient({ ...narrative('<p id="o">#o <a href="#other">x</a></p>'), ...contained({}) }),
      'Patient.contained[0]',
    ],
    [
      'a fullUrl with another id in a Bundle in Parameters',
      {
        resourceType: 'Parameters',
        parameter: [
          {
            name: 'a',
            part: [{ name: 'b', resource: bundle([{ fullUrl: full('x'), resource: patient({ id: 'a' }) }]) }],
          },
        ],
      },
      'Parameters.parameter[0].part[0].resource.entry[0].fullUrl',
    ],
    [
      'a reversed period in an entry of a contained Bundle',
      {
        resourceType: 'Basic',
        code: { text: 'x' },
        subject: { reference: '#b' },
        contained: [
          {
            ...bundle([
              {
                fullUrl: full('a'),
                resource: patient({ id: 'a', name: [{ period: { start: '2021', end: '2020' } }] }),
              },
            ]),
            id: 'b',
          },
        ],
      },
      'Basic.contained[0].entry[0].resource.name[0].period',
    ],
    [
      'an unreferenced contained resource in Parameters',
      { resourceType: 'Parameters', parameter: [{ name: 'a', resource: patient(contained({})) }] },
      'Parameters.parameter[0].resource.contained[0]',
    ],
    [
      'que-2: a duplicate linkId in nested items',
      questionnaire({
        item: [
          { linkId: 'g', type: 'group', text: 'x', item: [{ linkId: 'a', type: 'string' }] },
          { linkId: 'h', type: 'group', text: 'x', item: [{ linkId: 'a', type: 'string' }] },
        ],
      }),
      'Questionnaire.item[1].item[0].linkId',
    ],
    [
      'que-7: the operator exists with an answer that is not a boolean',
      conditionalQuestion([{ question: 'a', operator: 'exists', answerString: 'x' }]),
      'Questionnaire.item[1].enableWhen[0]',
    ],
    [
      'que-12 in 4.0.1: two conditions without enableBehavior',
      conditionalQuestion([
        { question: 'a', operator: '=', answerBoolean: true },
        { question: 'a', operator: 'exists', answerBoolean: true },
      ]),
      'Questionnaire.item[1]',
      '4.0.1',
    ],
    [
      'tim-9 in 4.0.1: an offset from two events, one of them a meal',
      timing({ offset: 30, when: ['C', 'MORN'] }),
      'ServiceRequest.occurrenceTiming.repeat',
      '4.0.1',
    ],
    [
      'eld-19 in 4.0.1: a path with a space',
      patientDefinition({ id: 'Patient.a', path: 'Patient.a b' }),
      'StructureDefinition.differential.element[0]',
      '4.0.1',
    ],
    [
      'bdl-3a: a request in a collection',
      bundle([
        { fullUrl: full('a'), resource: patient() },
        { fullUrl: full('b'), resource: patient(), request: { method: 'GET', url: 'Patient' } },
      ]),
      'Bundle.entry[1]',
      '5.0.0',
    ],
    [
      'bdl-3c: a POST without a resource',
      bundle(
        [{ request: { method: 'GET', url: 'Patient' } }, { request: { method: 'POST', url: 'Patient' } }],
        { type: 'batch' },
      ),
      'Bundle.entry[1]',
      '5.0.0',
    ],
    [
      'eld-28: valueAlternatives together with mustHaveValue',
      patientDefinition({
        id: 'Patient',
        path: 'Patient',
        mustHaveValue: true,
        valueAlternatives: ['http://example.org/y'],
      }),
      'StructureDefinition.differential.element[0]',
      '5.0.0',
    ],
    ['ele-1: an element with only an id', patient({ maritalStatus: { id: 'a' } }), 'Patient.maritalStatus'],
    ['ele-1: a primitive with only an id', patient({ _birthDate: { id: 'a' } }), 'Patient.birthDate'],
    [
      'ext-1: neither value nor extension',
      patient({ extension: [{ url: 'https://example.org/x' }] }),
      'Patient.extension[0]',
    ],
    [
      'ext-1: value and extension',
      patient({ extension: [{ ...extension, extension: [extension] }] }),
      'Patient.extension[0]',
    ],
    [
      'ext-1: neither value nor extension, on a primitive',
      patient({ birthDate: '2000', _birthDate: { extension: [{ url: 'https://example.org/x' }] } }),
      'Patient.birthDate.extension[0]',
    ],
    [
      'dom-2: a contained resource in a contained resource',
      patient({ ...contained({ contained: [{ resourceType: 'Patient', id: 'q' }] }), ...usesContained }),
      'Patient.contained[0]',
    ],
    ['dom-3: an unused contained resource', patient(contained({})), 'Patient.contained[0]'],
    [
      'dom-4: a contained resource with a version',
      patient({ ...contained({ meta: { versionId: '1' } }), ...usesContained }),
      'Patient.contained[0]',
    ],
    [
      'dom-5: a contained resource with a security label',
      patient({ ...contained({ meta: { security: [{ code: 'R' }] } }), ...usesContained }),
      'Patient.contained[0]',
    ],
    [
      'rng-2: high below low',
      observation({ valueRange: { low: { value: 2 }, high: { value: 1 } } }),
      'Observation.valueRange',
    ],
    [
      'rat-1: a numerator without a denominator',
      observation({ valueRatio: { numerator: { value: 1 } } }),
      'Observation.valueRatio',
    ],
    [
      'que-3: a display item with a code',
      questionnaire({ item: [{ linkId: 'a', type: 'display', code: [{ code: 'x' }] }] }),
      'Questionnaire.item[0]',
    ],
    ['bdl-5: an entry with only a fullUrl', bundle([{ fullUrl: full('a') }]), 'Bundle.entry[0]', '4.0.1'],
    [
      'bdl-7: a duplicate fullUrl',
      bundle([
        { fullUrl: full('a'), resource: patient({ id: 'a' }) },
        { fullUrl: full('a'), resource: patient({ id: 'a' }) },
      ]),
      'Bundle.entry[1].fullUrl',
    ],
    [
      'bdl-8: a fullUrl with a version',
      bundle([{ fullUrl: `${full('a')}/_history/1`, resource: patient({ id: 'a' }) }]),
      'Bundle.entry[0]',
    ],
    ['bdl-9: a document without an identifier', { ...document(), identifier: undefined }, 'Bundle'],
    [
      'bdl-11: a document without a Composition',
      { ...document(), entry: [{ fullUrl: full('p'), resource: patient({ id: 'p' }) }] },
      'Bundle.entry[0]',
    ],
    [
      'bdl-12: a message without a MessageHeader',
      bundle([{ fullUrl: full('p'), resource: patient({ id: 'p' }) }], { type: 'message' }),
      'Bundle.entry[0]',
    ],
    [
      'a fullUrl with another id than its resource',
      bundle([{ fullUrl: full('b'), resource: patient({ id: 'a' }) }]),
      'Bundle.entry[0].fullUrl',
    ],
    [
      'a relative fullUrl',
      bundle([{ fullUrl: 'Patient/a', resource: patient({ id: 'a' }) }]),
      'Bundle.entry[0].fullUrl',
    ],
    ['txt-1: a script element', patient(narrative('<script>x</script>')), 'Patient.text.div'],
    ['txt-1: an object element', patient(narrative('x<object/>')), 'Patient.text.div'],
    ['txt-1: an ins element', patient(narrative('<ins>x</ins>')), 'Patient.text.div'],
    ['txt-1: a del element', patient(narrative('<p>x <del>y</del></p>')), 'Patient.text.div'],
    ['txt-1: an event handler attribute', patient(narrative('<p onclick="x()">x</p>')), 'Patient.text.div'],
  ],
  reference: [
    [
      'a reference with a leading space',
      patient({ managingOrganization: { reference: ' a' } }),
      'Patient.managingOrganization.reference',
    ],
    [
      'the URL of a type instead of its name',
      observation({
        subject: { reference: 'Patient/1', type: 'http://hl7.org/fhir/StructureDefinition/Patient' },
      }),
      'Observation.subject.type',
    ],
    [
      'the URL of a type instead of its name, with only a display',
      observation({ subject: { display: 'x', type: 'http://hl7.org/fhir/StructureDefinition/Patient' } }),
      'Observation.subject.type',
    ],
    [
      'a reference to an unknown resource type',
      patient({ generalPractitioner: [{ reference: 'Foo/1' }] }),
      'Patient.generalPractitioner[0].reference',
    ],
    [
      'a versioned reference to an id with a space',
      observation({ focus: [{ reference: 'Group/a b/_history/1' }] }),
      'Observation.focus[0].reference',
    ],
    [
      'an absolute reference with an allowed type that resolves to another type',
      bundle([
        { fullUrl: 'https://example.org/fhir/Organization/a', resource: patient({ id: 'a' }) },
        {
          resource: patient({
            managingOrganization: { reference: 'https://example.org/fhir/Organization/a' },
          }),
        },
      ]),
      'Bundle.entry[1].resource.managingOrganization.reference',
    ],
    [
      'a reference to an abstract type',
      observation({ focus: [{ reference: 'DomainResource/1' }] }),
      'Observation.focus[0].reference',
    ],
    [
      'a reference to an id with a space',
      observation({ focus: [{ reference: 'Group/a b' }] }),
      'Observation.focus[0].reference',
    ],
    [
      'a document without the resource of its subject',
      document({ subject: { reference: 'Patient/none' } }),
      'Bundle.entry[0].resource.subject.reference',
    ],
    [
      'a document without the resource of its author, an absolute reference',
      document({ author: [{ reference: 'https://example.org/fhir/Practitioner/x' }] }),
      'Bundle.entry[0].resource.author[0].reference',
    ],
    [
      'a message without the resource of its focus',
      bundle(
        [
          {
            fullUrl: 'https://example.org/fhir/MessageHeader/m',
            resource: {
              resourceType: 'MessageHeader',
              id: 'm',
              eventUri: 'https://example.org/e',
              source: { endpoint: 'https://example.org' },
              focus: [{ reference: 'Patient/none' }],
            },
          },
        ],
        { type: 'message' },
      ),
      'Bundle.entry[0].resource.focus[0].reference',
      '4.0.1',
    ],
  ],
};

function clinicalStatus(concept: Body): Body {
  return { resourceType: 'Condition', subject: { display: 'x' }, clinicalStatus: concept };
}

function speaking(language: Body): Body {
  return patient({ communication: [{ language }] });
}

function attachment(data: string): Body {
  return patient({ photo: [{ contentType: 'image/png', data }] });
}

function evidenceAttachment(document: Body): Body {
  return evidenceReport({ relatedArtifact: [{ type: 'citation', document }] });
}
