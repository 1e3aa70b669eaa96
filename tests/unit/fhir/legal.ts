import type { FhirRelease } from '../../../fhir/index.ts';
import {
  artifactAssessment,
  type Body,
  bundle,
  citation,
  coding,
  composition,
  conditionalQuestion,
  document,
  evidence,
  evidenceReport,
  extension,
  narrative,
  observation,
  patient,
  questionnaire,
  timing,
} from '../../support/fhir-resources.ts';

/** One unusual but valid resource: its name, the resource or its text. */
export type Legal = readonly [name: string, body: Body | string, release?: FhirRelease];

const absent = {
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }],
};
const value = (text: string) =>
  `{"resourceType":"Observation","status":"final","code":{"text":"x"},"valueQuantity":{"value":${text}}}`;
const full = (name: string) => `https://example.org/fhir/Patient/${name}`;
const uuid = 'urn:uuid:c757873d-ec9a-4326-a141-556f43239520';
const organization = (more: Body = {}) => ({ resourceType: 'Organization', id: 'o', name: 'O', ...more });

/** Unusual but valid resources by topic. */
export const legal: Readonly<Record<string, readonly Legal[]>> = {
  'languages of persons': [
    ['text only in R4', patient({ communication: [{ language: { text: 'English' } }] }), '4.0.1'],
    [
      'a code of another system in R4',
      patient({ communication: [{ language: coding('https://example.org', 'en') }] }),
      '4.0.1',
    ],
    [
      'a BCP 47 code in R5',
      patient({ communication: [{ language: coding('urn:ietf:bcp:47', 'en') }] }),
      '5.0.0',
    ],
  ],
  'targets and types of references': [
    [
      'a target type that only another release defines',
      observation({ focus: [{ reference: 'ArtifactAssessment/1' }] }),
    ],
    [
      'the URL of a logical model as type',
      observation({ subject: { display: 'x', type: 'https://example.org/model' } }),
    ],
    ['a URL that is not RESTful', observation({ subject: { reference: 'http://example.org/Foo/1' } })],
  ],
  'fullUrls that are not RESTful': [
    [
      'a path without a resource type',
      bundle([{ fullUrl: 'https://example.org/things/12', resource: patient({ id: 'a' }) }]),
    ],
    ['no path', bundle([{ fullUrl: 'https://example.org', resource: patient({ id: 'a' }) }])],
    [
      'an unknown resource type',
      bundle([{ fullUrl: 'https://example.org/Thing/b', resource: patient({ id: 'a' }) }]),
    ],
    [
      'a last segment that is not an id',
      bundle([{ fullUrl: 'https://example.org/Patient/b_c', resource: patient({ id: 'a' }) }]),
    ],
    ['another scheme', bundle([{ fullUrl: 'ftp://example.org/Patient/b', resource: patient({ id: 'a' }) }])],
    // Only a warning.
    [
      'the same id with another resource type',
      bundle([{ fullUrl: 'https://example.org/Group/a', resource: patient({ id: 'a' }) }]),
    ],
  ],
  'errata of the definitions': [
    [
      'que-7 in 4.0.1: a boolean answer',
      questionnaire({
        item: [
          { linkId: 'a', type: 'string' },
          {
            linkId: 'b',
            type: 'string',
            enableWhen: [{ question: 'a', operator: 'exists', answerBoolean: true }],
          },
        ],
      }),
      '4.0.1',
    ],
    [
      'ras-2 in 4.0.1: no probability',
      {
        resourceType: 'RiskAssessment',
        status: 'final',
        subject: { display: 'x' },
        prediction: [{ outcome: { text: 'x' } }],
      },
      '4.0.1',
    ],
    ['bdl-8 in 4.0.1: no fullUrl', bundle([{ resource: patient() }]), '4.0.1'],
    [
      'app-4 in 4.0.1: a reason for a no-show',
      {
        resourceType: 'Appointment',
        status: 'noshow',
        cancelationReason: { text: 'x' },
        start: '2020-01-01T00:00:00Z',
        end: '2020-01-01T01:00:00Z',
        participant: [{ actor: { display: 'x' }, status: 'accepted' }],
      },
      '4.0.1',
    ],
    [
      'md-1: no maximum',
      {
        resourceType: 'MessageDefinition',
        status: 'active',
        date: '2020',
        eventUri: 'http://example.org/x',
        focus: [{ code: 'Patient', min: 0 }],
      },
      '4.0.1',
    ],
    ['bdl-14 in 5.0.0: an empty history', { resourceType: 'Bundle', type: 'history' }, '5.0.0'],
    [
      'apd-1 in 4.3.0: two routes',
      {
        resourceType: 'AdministrableProductDefinition',
        status: 'active',
        routeOfAdministration: [{ code: { text: 'x' } }, { code: { text: 'y' } }],
      },
      '4.3.0',
    ],
  ],
  'formats of primitive values': [
    ['a private language', patient({ language: 'x-klingon' })],
    ['a grandfathered language', patient({ language: 'i-klingon' })],
    ['18 digits after the decimal point in R5', value('0.012345678901234567'), '5.0.0'],
    ['18 digits before the decimal point in R5', value('-123456789012345678.5'), '5.0.0'],
    ['19 digits before the decimal point in R4', value('1234567890123456789.5'), '4.0.1'],
  ],
  text: [['resourceType as the last property', '{"id":"a","resourceType":"Patient"}']],
  extensions: [
    ['on a primitive with a value', patient({ birthDate: '2000', _birthDate: { extension: [extension] } })],
    ['on a primitive without a value', patient({ _birthDate: absent })],
    ['an extension instead of a required status', observation({ status: undefined, _status: absent })],
    [
      'an extension instead of a required choice',
      artifactAssessment({ artifactUri: undefined, _artifactUri: absent }),
    ],
    ['an id on a primitive', patient({ birthDate: '2000', _birthDate: { id: 'b' } })],
    [
      'null for a given name with an extension',
      patient({ name: [{ given: ['a', null], _given: [null, absent] }] }),
    ],
    ['only extensions for given names', patient({ name: [{ _given: [absent, absent] }] })],
    ['more values than extensions', patient({ name: [{ given: ['a', 'b'], _given: [absent] }] })],
    [
      'an extension with nested extensions instead of a value',
      patient({ extension: [{ url: 'https://example.org/x', extension: [{ ...extension, url: 'part' }] }] }),
    ],
    ['a modifier extension', patient({ modifierExtension: [extension] })],
    [
      'an extension on an extension value',
      patient({ extension: [{ url: 'https://example.org/x', _valueString: absent }] }),
    ],
    ['an element with only an extension', patient({ maritalStatus: { extension: [extension] } })],
    [
      'an extension on the narrative',
      patient({ text: { ...(narrative('x').text as Body), extension: [extension] } }),
    ],
    ['an id on an element', patient({ name: [{ id: 'n_1:ä', text: 'x' }] })],
    ['an element with the id of its resource', patient({ id: 'a', name: [{ id: 'a', text: 'x' }] })],
    [
      'a contained resource to which only the narrative links',
      patient({ ...narrative('<a href="#o">x</a>'), contained: [organization()] }),
    ],
    [
      'the same element id in a resource and in a contained one',
      patient({
        name: [{ id: 'a', text: 'x' }],
        contained: [organization({ alias: ['x'], _alias: [{ id: 'a' }] })],
        managingOrganization: { reference: '#o' },
      }),
    ],
    [
      'the same element id in two entries',
      bundle([
        { resource: patient({ name: [{ id: 'a', text: 'x' }] }) },
        { resource: patient({ name: [{ id: 'a', text: 'x' }] }) },
      ]),
    ],
    [
      'the same element ids in a differential and its snapshot',
      {
        resourceType: 'StructureDefinition',
        url: 'https://example.org/StructureDefinition/x',
        name: 'X',
        status: 'draft',
        kind: 'resource',
        abstract: false,
        type: 'Basic',
        baseDefinition: 'http://hl7.org/fhir/StructureDefinition/Basic',
        derivation: 'constraint',
        differential: { element: [{ id: 'Basic', path: 'Basic', extension: [{ ...extension, id: 'e' }] }] },
        snapshot: {
          element: [
            {
              id: 'Basic',
              path: 'Basic',
              extension: [{ ...extension, id: 'e' }],
              definition: 'x',
              min: 0,
              max: '*',
              base: { path: 'Basic', min: 0, max: '*' },
            },
          ],
        },
      },
    ],
  ],
  decimals: [
    ['-0.0', value('-0.0')],
    ['a very small number', value('1e-300')],
  ],
  integers: [
    ['the smallest integer', observation({ valueInteger: -2147483648 })],
    [
      'a total of zero',
      bundle([], {
        type: 'searchset',
        total: 0,
        entry: undefined,
        link: [{ relation: 'self', url: 'https://example.org' }],
      }),
    ],
  ],
  dates: [['a period with only a start', patient({ name: [{ text: 'x', period: { start: '2000' } }] })]],
  strings: [
    ['every character that an id may contain', patient({ id: 'ABCabc019-.' })],
    ['letters of many scripts', patient({ name: [{ text: 'Ünïcödé 名前 имя שם 🧪' }] })],
    ['a lone surrogate', patient({ name: [{ text: '\ud83e' }] })],
    [
      'a code with special characters',
      observation({ valueCodeableConcept: { coding: [{ code: '<>"&%\\{}[]' }] } }),
    ],
    [
      'a URI with the scheme tag',
      patient({ identifier: [{ system: 'tag:example.org,2024:x', value: '1' }] }),
    ],
    ['a language with script and region', patient({ language: 'zh-Hant-TW' })],
    [
      'a canonical URL with version and fragment',
      questionnaire({ derivedFrom: ['https://example.org/q|1.0#a'] }),
    ],
    ['a long string', patient({ name: [{ text: 'x'.repeat(1_000_000) }] })],
  ],
  narrative: [
    [
      'a table',
      patient(narrative('<table border="1"><tbody><tr><td colspan="2">x</td></tr></tbody></table>')),
    ],
    ['only an image', patient(narrative('<img src="#i" alt="x"/>'))],
    ['links and anchors', patient(narrative('<a name="a"/><a href="#a" title="x">x</a>'))],
    [
      'styles and classes',
      patient(narrative('<p class="c" style="color: red" id="i" lang="en" xml:lang="en">x</p>')),
    ],
    ['entities', patient(narrative('&amp;&lt;&gt;&quot;&#160;&#xa0;x'))],
    ['non-ASCII characters', patient(narrative('<b title="Ü">é</b>–…&#8211;'))],
    ['a comment', patient(narrative('<!-- c -->x'))],
    [
      'lists',
      patient(narrative('<ul><li>a</li></ul><ol start="2"><li>b</li></ol><dl><dt>c</dt><dd>d</dd></dl>')),
    ],
    ['headings and breaks', patient(narrative('<h1>a</h1><hr/><br/><pre>b</pre><blockquote>c</blockquote>'))],
    [
      'inline elements',
      patient(
        narrative(
          '<b>a</b><i>b</i><em>c</em><strong>d</strong><sub>e</sub><sup>f</sup><code>g</code><span>h</span><q>i</q><abbr title="t">j</abbr>',
        ),
      ),
    ],
    [
      'elements and attributes that HTML 4 deprecates',
      patient(narrative('<u>a</u><s>b</s><strike>c</strike><a target="_top">d</a>')),
    ],
    [
      'a prefix for the namespace',
      patient({
        text: { status: 'generated', div: '<h:div xmlns:h="http://www.w3.org/1999/xhtml">x</h:div>' },
      }),
    ],
    [
      'a section with a nested section instead of text',
      { ...composition(), section: [{ title: 'x', section: [{ text: narrative('x').text }] }] },
    ],
  ],
  references: [
    [
      'a contained resource that refers to its container',
      patient({ contained: [observation({ id: 'b', subject: { reference: '#' } })] }),
    ],
    [
      'a contained resource to which only an extension refers',
      patient({
        contained: [organization()],
        extension: [{ url: 'https://example.org/x', valueReference: { reference: '#o' } }],
      }),
    ],
    [
      'a contained resource to which only a canonical URL refers',
      {
        resourceType: 'QuestionnaireResponse',
        status: 'completed',
        questionnaire: '#q',
        contained: [questionnaire({ id: 'q', url: 'https://example.org/q' })],
      },
      '4.0.1',
    ],
  ],
  bundles: [
    ['a Bundle without entries', { resourceType: 'Bundle', type: 'collection' }],
    ['a nested Bundle', bundle([{ resource: bundle([{ resource: patient() }]) }])],
    [
      'entries without a fullUrl',
      bundle([{ resource: patient({ id: 'a' }) }, { resource: patient({ id: 'b' }) }]),
    ],
    ['a document', document({ subject: { reference: 'Patient/p' } })],
    ['a document with absolute references', document({ subject: { reference: full('p') } })],
    [
      'a document with an unresolved relative reference in another entry',
      document({}, [
        {
          fullUrl: 'https://example.org/fhir/Observation/o',
          resource: observation({ id: 'o', subject: { reference: 'Patient/none' } }),
        },
      ]),
    ],
    [
      'a document with an unresolved absolute reference in another entry',
      document({}, [
        {
          fullUrl: 'https://example.org/fhir/Observation/o',
          resource: observation({
            id: 'o',
            derivedFrom: [{ reference: 'https://other.example/fhir/Observation/x' }],
          }),
        },
      ]),
    ],
    [
      'a transaction',
      bundle([{ fullUrl: uuid, resource: patient(), request: { method: 'POST', url: 'Patient' } }], {
        type: 'transaction',
      }),
    ],
    ['a batch of reads', bundle([{ request: { method: 'GET', url: 'Patient/1' } }], { type: 'batch' })],
    [
      'a history',
      bundle(
        [
          {
            fullUrl: full('a'),
            resource: patient({ id: 'a' }),
            request: { method: 'PUT', url: 'Patient/a' },
            response: { status: '200' },
          },
          {
            fullUrl: full('a'),
            request: { method: 'DELETE', url: 'Patient/a' },
            response: { status: '204' },
          },
        ],
        { type: 'history' },
      ),
    ],
    [
      'a searchset',
      bundle(
        [{ fullUrl: full('a'), resource: patient({ id: 'a' }), search: { mode: 'match', score: 0.5 } }],
        { type: 'searchset', total: 1, link: [{ relation: 'self', url: 'https://example.org' }] },
      ),
    ],
    [
      'a message',
      bundle(
        [
          {
            fullUrl: 'https://example.org/fhir/MessageHeader/m',
            resource: {
              resourceType: 'MessageHeader',
              id: 'm',
              eventUri: 'https://example.org/e',
              source: { endpoint: 'https://example.org' },
              focus: [{ reference: 'Patient/p' }],
            },
          },
          { fullUrl: full('p'), resource: patient({ id: 'p' }) },
        ],
        { type: 'message' },
      ),
      '4.0.1',
    ],
    [
      'a Binary resource',
      bundle([{ resource: { resourceType: 'Binary', contentType: 'image/png', data: 'YWJj' } }]),
    ],
    [
      'Parameters with a resource',
      {
        resourceType: 'Parameters',
        parameter: [
          { name: 'a', resource: patient() },
          { name: 'b', part: [{ name: 'c', valueInteger: 1 }] },
        ],
      },
    ],
  ],
  rules: [
    [
      'a range with different units',
      observation({ valueRange: { low: { value: 2, unit: 'm' }, high: { value: 1, unit: 'km' } } }),
    ],
    ['a range with only a low value', observation({ valueRange: { low: { value: 2 } } })],
    ['a ratio with only an extension', observation({ valueRatio: { extension: [extension] } })],
    ['the value false', patient({ active: false })],
    [
      'an observation with only components',
      observation({
        component: [
          { code: { text: 'a' }, valueString: 'x' },
          { code: { text: 'a' }, dataAbsentReason: { text: 'x' } },
        ],
      }),
    ],
    [
      'a required concept with an additional coding of another system',
      {
        resourceType: 'Condition',
        subject: { display: 'x' },
        clinicalStatus: {
          coding: [
            { system: 'https://example.org', code: 'x' },
            { system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'active' },
          ],
          text: 'x',
        },
      },
    ],
    [
      'a timing with bounds',
      timing({ boundsPeriod: { start: '2000' }, frequency: 1, period: 0.5, periodUnit: 'd' }),
    ],
    ['an offset from two events', timing({ offset: 30, when: ['MORN', 'NIGHT'] })],
    ['que-12: one condition', conditionalQuestion([{ question: 'a', operator: '=', answerBoolean: true }])],
    [
      'que-12: two conditions with enableBehavior any',
      conditionalQuestion(
        [
          { question: 'a', operator: '=', answerBoolean: true },
          { question: 'a', operator: 'exists', answerBoolean: false },
        ],
        { enableBehavior: 'any' },
      ),
    ],
    [
      'a recent currency code',
      { resourceType: 'Invoice', status: 'draft', totalNet: { value: 1, currency: 'XCG' } },
    ],
    ['a code outside an example value set', patient({ maritalStatus: coding('https://example.org', 'x') })],
  ],
  'resources of this service': [
    [
      'an assessment',
      artifactAssessment({
        content: [
          {
            informationType: 'rating',
            type: { text: 'x' },
            component: [{ informationType: 'comment', summary: 'x' }],
            path: ['https://example.org'],
          },
        ],
        workflowStatus: 'submitted',
        disposition: 'unresolved',
      }),
    ],
    [
      'an assessment of a reference',
      artifactAssessment({ artifactUri: undefined, artifactReference: { reference: 'Citation/1' } }),
    ],
    [
      'a report with sections',
      evidenceReport({
        section: [
          {
            title: 'x',
            text: narrative('x').text,
            mode: 'working',
            entryReference: [{ display: 'x' }],
            section: [{ title: 'y' }],
          },
        ],
      }),
    ],
    [
      'a report that replaces another',
      evidenceReport({ relatesTo: [{ code: 'replaces', target: { display: 'x' } }] }),
      '5.0.0',
    ],
    [
      'an evidence with statistics',
      evidence({
        statistic: [
          {
            quantity: { value: 0.5 },
            attributeEstimate: [{ range: { low: { value: 0.1 }, high: { value: 0.9 } }, level: 0.95 }],
          },
        ],
      }),
      '5.0.0',
    ],
    [
      'a citation',
      citation({
        url: 'https://example.org/c',
        citedArtifact: { title: [{ text: 'x' }], abstract: [{ text: 'x' }] },
      }),
      '5.0.0',
    ],
    ['a citation of R4B', citation({ citedArtifact: { title: [{ text: 'x' }] } }), '4.3.0'],
  ],
};
