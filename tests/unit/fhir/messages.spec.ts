import { expect, test } from '@playwright/test';
import type { FhirRelease } from '../../../fhir/index.ts';
import { installedDefinitions } from '../../../fhir/installed-definitions.ts';
import { validateBody } from '../../../fhir/validate-body.ts';
import { type Body, bundle, coding, narrative, observation, patient } from '../../support/fhir-resources.ts';

const definitions = installedDefinitions();
const validate = (body: Body, release?: FhirRelease) =>
  validateBody(definitions, JSON.stringify(body), release ? { release } : {}).issues;

const allergy = { resourceType: 'AllergyIntolerance', patient: { display: 'x' } };
const condition = (clinicalStatus: unknown): Body => ({
  resourceType: 'Condition',
  subject: { display: 'x' },
  clinicalStatus,
});
const told = (div: string): Body => patient({ text: { status: 'generated', div } });
const encounter = (kind: string): Body => ({ resourceType: 'Encounter', status: 'planned', class: kind });
const wrongVariable = () => ({
  resource: {
    resourceType: 'EvidenceVariable',
    status: 'active',
    actual: true,
    characteristic: [{ linkId: 'a', definitionCodeableConcept: { text: 'x' } }],
    handling: 'x',
  },
});

/** A defect, and all issues that are reported about it. */
const rows: readonly (readonly [name: string, Body, readonly string[], FhirRelease?])[] = [
  [
    'a property of another release',
    {
      resourceType: 'Group',
      type: 'person',
      actual: false,
      membership: 'definitional',
    },
    [
      'error Group.membership: "membership" is a property of Group in 5.0.0; this resource was judged by 4.3.0. (FHIR 4.3.0)',
    ],
    '4.3.0',
  ],
  [
    'a misspelt type',
    { resourceType: 'EvidenceReprt' },
    [
      'error EvidenceReprt.resourceType: "EvidenceReprt" is not a FHIR resource type; the nearest one is "EvidenceReport".',
    ],
  ],
  [
    'a misspelt property',
    patient({ nmae: [] }),
    ['error Patient.nmae: "nmae" is not a property of Patient; the nearest one is "name". (FHIR 4.0.1)'],
  ],
  [
    'a companion of an element that is not a primitive in any release',
    patient({ _name: [{ id: 'x' }] }),
    [
      'error Patient._name: "_name" is not a property of Patient: only a primitive value has such a companion. (FHIR 4.3.0)',
    ],
    '4.3.0',
  ],
  [
    'an unknown property without a similar one',
    patient({ colour: 'red' }),
    ['error Patient.colour: "colour" is not a property of Patient. (FHIR 4.0.1)'],
  ],
  [
    'an unknown code of a small value set',
    patient({ gender: 'xyz' }),
    [
      'error Patient.gender: The code "xyz" is not in the value set http://hl7.org/fhir/ValueSet/administrative-gender; its codes are female, male, other, unknown. (FHIR 4.0.1)',
    ],
  ],
  [
    'a right code with a wrong code system',
    condition(coding('https://example.org', 'active')),
    [
      'error Condition.clinicalStatus.coding: The code "active" of the code system "https://example.org" is not in the value set http://hl7.org/fhir/ValueSet/condition-clinical; there it is a code of the system "http://terminology.hl7.org/CodeSystem/condition-clinical". (FHIR 4.0.1)',
    ],
    '4.0.1',
  ],
  [
    'a language with a wrong code system',
    patient({ communication: [{ language: coding('https://example.org', 'en') }] }),
    [
      'error Patient.communication[0].language.coding: The code "en" of the code system "https://example.org" is not in the value set http://hl7.org/fhir/ValueSet/all-languages; there it is a code of the system "urn:ietf:bcp:47". (FHIR 5.0.0)',
    ],
    '5.0.0',
  ],
  [
    'a malformed language with a wrong code system',
    patient({ communication: [{ language: coding('https://example.org', 'e n') }] }),
    [
      'error Patient.communication[0].language.coding: The code "e n" of the code system "https://example.org" is not in the value set http://hl7.org/fhir/ValueSet/all-languages; its codes are of the system "urn:ietf:bcp:47". (FHIR 5.0.0)',
    ],
    '5.0.0',
  ],
  [
    'a narrative in another namespace',
    told('<div xmlns="https://www.w3.org/1999/xhtml">x</div>'),
    [
      'error Patient.text.div: The narrative is not XHTML: the root must be <div xmlns="http://www.w3.org/1999/xhtml">, but the namespace of <div> is "https://www.w3.org/1999/xhtml". (FHIR 4.0.1)',
    ],
  ],
  [
    'a narrative without a namespace',
    told('<div>x</div>'),
    [
      'error Patient.text.div: The narrative is not XHTML: the root must be <div xmlns="http://www.w3.org/1999/xhtml">, but <div> has no namespace. (FHIR 4.0.1)',
    ],
  ],
  [
    'a narrative with another root element',
    told('<p xmlns="http://www.w3.org/1999/xhtml">x</p>'),
    [
      'error Patient.text.div: The narrative is not XHTML: the root must be <div xmlns="http://www.w3.org/1999/xhtml">, not <p>. (FHIR 4.0.1)',
    ],
  ],
  [
    'an element without a namespace in a narrative',
    patient(narrative('<p xmlns="">x</p>')),
    [
      'error Patient.text.div: txt-1: In a narrative all elements are XHTML, but <p> has no namespace. (FHIR 4.0.1)',
    ],
  ],
  [
    'an element in another namespace in a narrative',
    patient(narrative('x<v:svg xmlns:v="http://www.w3.org/2000/svg"/>')),
    [
      'error Patient.text.div: txt-1: In a narrative all elements are XHTML, but the namespace of <v:svg> is "http://www.w3.org/2000/svg". (FHIR 4.0.1)',
    ],
  ],
  [
    'a del element in a narrative',
    patient(narrative('x<del>y</del>')),
    ['error Patient.text.div: txt-1: The element <del> is not allowed in a narrative. (FHIR 4.0.1)'],
  ],
  [
    'a malformed element id',
    patient({ name: [{ id: 'n 1', text: 'x' }] }),
    [
      'error Patient.name[0].id: "n 1" is not a valid id of an element: such an id has no spaces. (FHIR 4.0.1)',
    ],
  ],
  [
    'the URL of a reference type instead of its name',
    observation({
      subject: { reference: 'Patient/1', type: 'http://hl7.org/fhir/StructureDefinition/Patient' },
    }),
    [
      'error Observation.subject.type: The type is a URL, which only a logical model has here; write "Patient". (FHIR 4.0.1)',
    ],
  ],
  [
    'a malformed code',
    patient({ gender: 'male ' }),
    [
      'error Patient.gender: "male " is not a valid code: a code has no space at its ends and no two spaces in a row. A code of the value set http://hl7.org/fhir/ValueSet/administrative-gender is required. (FHIR 4.0.1)',
    ],
  ],
  [
    'a string instead of a CodeableConcept',
    condition('active'),
    [
      'error Condition.clinicalStatus: An object (CodeableConcept) is needed, not the string "active": clinicalStatus is a CodeableConcept in every release that has it (4.0.1, 4.3.0 and 5.0.0). (FHIR 4.0.1)',
    ],
  ],
  [
    'a code of a later release',
    { resourceType: 'Group', type: 'organization', actual: true },
    [
      'error Group.type: The code "organization" is not in the value set http://hl7.org/fhir/ValueSet/group-type, but in that of 5.0.0. (FHIR 4.3.0)',
    ],
    '4.3.0',
  ],
  [
    'a string that is accepted only in other releases',
    { ...allergy, type: 'allergy' },
    [
      'error AllergyIntolerance.type: An object (CodeableConcept) is needed, not the string "allergy": type is a code in 4.0.1 and 4.3.0, a CodeableConcept in 5.0.0; this resource was judged by 5.0.0. (FHIR 5.0.0)',
    ],
    '5.0.0',
  ],
  [
    'a string instead of objects that differ between releases',
    encounter('ambulatory'),
    [
      'error Encounter.class: An object (Coding) is needed, not the string "ambulatory": class is a Coding in 4.0.1 and 4.3.0, a CodeableConcept in 5.0.0. (FHIR 4.0.1)',
    ],
    '4.0.1',
  ],
  [
    'a resource with many errors',
    {
      resourceType: 'Evidence',
      status: 'draft',
      publishedIn: 'x',
      variableDefinition: [{ variableRole: 'population' }],
      certainty: [{ rating: 'high' }],
    },
    [
      'error Evidence.publishedIn: "publishedIn" is not a property of Evidence; the nearest one is "publisher". (FHIR 4.3.0)',
      'error Evidence.variableDefinition[0].variableRole: An object (CodeableConcept) is needed, not the string "population": variableRole is a CodeableConcept in every release that has it (4.3.0 and 5.0.0). (FHIR 4.3.0)',
      'error Evidence.certainty[0].rating: An object (CodeableConcept) is needed, not the string "high": rating is a CodeableConcept in every release that has it (4.3.0 and 5.0.0). (FHIR 4.3.0)',
    ],
  ],
  [
    'a Bundle with an error in each entry',
    bundle([wrongVariable(), wrongVariable(), { resource: patient({ gender: 'm' }) }]),
    [
      'error Bundle.entry[0].resource.handling: The code "x" is not in the value set http://hl7.org/fhir/ValueSet/variable-handling; its codes are continuous, dichotomous, ordinal, polychotomous. (FHIR 5.0.0)',
      'error Bundle.entry[1].resource.handling: The code "x" is not in the value set http://hl7.org/fhir/ValueSet/variable-handling; its codes are continuous, dichotomous, ordinal, polychotomous. (FHIR 5.0.0)',
      'error Bundle.entry[2].resource.gender: The code "m" is not in the value set http://hl7.org/fhir/ValueSet/administrative-gender; its codes are female, male, other, unknown. (FHIR 4.0.1)',
    ],
  ],
  [
    'a resource judged by the release with more errors but fewer unknown properties',
    observation({
      triggeredBy: [
        { observation: { display: 'x' }, type: 'reflex', reason: 7 },
        { observation: { display: 'x' }, type: 'reflex', reason: 7 },
      ],
      bodyStructure: 'x',
    }),
    [
      'error Observation.triggeredBy[0].reason: A JSON string (string) is needed, not the number "7". (FHIR 5.0.0)',
      'error Observation.triggeredBy[1].reason: A JSON string (string) is needed, not the number "7". (FHIR 5.0.0)',
      'error Observation.bodyStructure: An object (Reference) is needed, not the string "x". (FHIR 5.0.0)',
    ],
  ],
  [
    'an empty reference type',
    observation({ subject: { display: 'x', type: '' } }),
    ['error Observation.subject.type: The string is empty; leave the property out instead. (FHIR 4.0.1)'],
  ],
  [
    'a missing contained resource',
    patient({ managingOrganization: { reference: '#o' } }),
    [
      'error Patient.managingOrganization: ref-1: SHALL have a contained resource if a local reference is provided. No contained resource has the id "o". (FHIR 4.0.1)',
    ],
  ],
  [
    'a fullUrl with another resource type',
    bundle([{ fullUrl: 'https://example.org/Group/a', resource: patient({ id: 'a' }) }]),
    [
      'warning Bundle.entry[0].fullUrl: fullUrl: "https://example.org/Group/a" names a Group, but the resource is a "Patient".',
    ],
  ],
  [
    'a period in reverse order only in most time zones',
    patient({ name: [{ text: 'x', period: { start: '2020-01-02', end: '2020-01-01T23:00:00Z' } }] }),
    [
      'warning Patient.name[0].period: per-1: If present, start SHALL have a lower value than end. One of them has no time zone; in some zones they are in order, in most they are not. (FHIR 4.0.1)',
    ],
  ],
  [
    'a reference target of a type that the element does not allow',
    observation({
      contained: [{ resourceType: 'Organization', id: 'o', name: 'O' }],
      encounter: { reference: '#o' },
    }),
    [
      'error Observation.encounter.reference: The reference "#o" points to an Organization, but only Encounter may stand here. (FHIR 4.0.1)',
    ],
    '4.0.1',
  ],
  ['a ValueSet without a name, which is valid', { resourceType: 'ValueSet', status: 'draft' }, [], '4.3.0'],
  [
    'a choice with a type that it does not have',
    {
      resourceType: 'MedicationRequest',
      status: 'active',
      intent: 'order',
      medicationString: 'x',
      subject: { display: 'x' },
    },
    [
      'error MedicationRequest.medicationString: "medicationString" is not a property of MedicationRequest. (FHIR 4.0.1)',
    ],
    '4.0.1',
  ],
];
for (const [name, body, expected, release] of rows) {
  test(`each defect is reported once, with its cause: ${name}`, () => {
    const said = validate(body, release).map(
      ({ severity, path, message }) => `${severity} ${path}: ${message}`,
    );
    expect(said).toEqual(expected);
  });
}

const reflex = { observation: { display: 'x' }, type: 'reflex', reason: 7 };

/** The reason for the release that was chosen to judge a resource that fits none. */
const whys: readonly (readonly [body: Body, whyRelease: string])[] = [
  [
    {
      resourceType: 'Evidence',
      status: 'draft',
      publishedIn: 'x',
      variableDefinition: [{ variableRole: 'population' }],
    },
    'No release fits this Evidence: 4.3.0 and 5.0.0 are equally near, with 2 errors (1 unknown property), so the earliest is used; 4.0.1 gives 3 errors (2 unknown properties).',
  ],
  [
    bundle([wrongVariable()]),
    'No release fits this EvidenceVariable: 5.0.0 is nearest, with 1 error; 4.3.0 gives 2 errors (1 unknown property); 4.0.1 gives 3 errors (3 unknown properties).',
  ],
  [
    observation({ triggeredBy: [reflex, reflex], bodyStructure: 'x' }),
    'No release fits this Observation: 5.0.0 is nearest, with 3 errors, as an unknown property counts three times; 4.0.1 and 4.3.0 give 2 errors (2 unknown properties).',
  ],
  [
    { resourceType: 'EvidenceReport', status: 7, subject: { note: [{ text: 'x' }] } },
    'No release fits this EvidenceReport: 4.3.0 and 5.0.0 are equally near, with 1 error, so the earliest is used; 4.0.1 does not define it.',
  ],
  [{ resourceType: 'ArtifactAssessment', title: 7 }, 'Only FHIR 5.0.0 defines ArtifactAssessment.'],
];
for (const [body, expected] of whys) {
  test(`the first issue says why the release was chosen: ${expected}`, () => {
    const said = validate(body).map(({ whyRelease }) => whyRelease);
    expect(said[0]).toBe(expected);
    expect(said.slice(1).filter((one) => one !== undefined)).toEqual([]);
  });
}

test('no reason for the release is given if it was pinned, or if all releases report the same', () => {
  expect(validate({ resourceType: 'EvidenceReport', status: 7 }, '5.0.0')[0]).not.toHaveProperty(
    'whyRelease',
  );
  expect(validate(patient({ gender: 'm' }))[0]).not.toHaveProperty('whyRelease');
});

test('a quoted text from the resource is made printable and truncated', () => {
  const body = bundle([{ resource: { resourceType: `A\u202e\n${'x'.repeat(5_000)}` } }]);
  const [issue] = validate(body);
  expect(issue?.message).toBe(`"A??${'x'.repeat(54)}..." is not a FHIR resource type.`);
});

test('the path of a deeply nested element is shortened in the middle', () => {
  let item: Body = { linkId: 1 };
  for (let level = 0; level < 50; level += 1) item = { linkId: 'a', item: [item] };
  const body = { resourceType: 'QuestionnaireResponse', status: 'completed', item: [item] };
  const [issue] = validate(body, '4.0.1');
  expect(issue?.path.length).toBeLessThanOrEqual(200);
  expect(issue?.path).toMatch(/^QuestionnaireResponse\.item\[0\].*…\.?.*\.item\[0\]\.linkId$/);
});
