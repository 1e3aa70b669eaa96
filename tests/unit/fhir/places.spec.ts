import { expect, test } from '@playwright/test';
import type { FhirRelease } from '../../../fhir/index.ts';
import { installedDefinitions } from '../../../fhir/installed-definitions.ts';
import { validateBody } from '../../../fhir/validate-body.ts';
import { type Body, bundle, observation, patient, questionnaire } from '../../support/fhir-resources.ts';

const definitions = installedDefinitions();
const full = (id: string): string => `https://example.org/fhir/Patient/${id}`;

const structure = (more: Body): Body => ({
  resourceType: 'StructureDefinition',
  url: 'http://example.org/x',
  name: 'Abc',
  status: 'active',
  kind: 'resource',
  abstract: true,
  type: 'Patient',
  ...more,
});
const element = (path: string, more: Body = {}): Body => ({ id: path, path, ...more });
const snapshotElement = (path: string, more: Body = {}): Body =>
  element(path, { definition: 'x', min: 0, max: '1', base: { path, min: 0, max: '1' }, ...more });
const capability = (more: Body): Body => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date: '2024',
  kind: 'requirements',
  description: 'x',
  fhirVersion: '5.0.0',
  format: ['json'],
  ...more,
});
const plan = (action: readonly Body[], more: Body = {}): Body => ({
  resourceType: 'PlanDefinition',
  status: 'active',
  action,
  ...more,
});
const scenario = (more: Body): Body => ({ resourceType: 'ExampleScenario', status: 'draft', ...more });
const operation = (parameter: readonly Body[]): Body => ({
  resourceType: 'OperationDefinition',
  name: 'Abc',
  status: 'active',
  kind: 'query',
  code: 'abc',
  system: false,
  type: false,
  instance: false,
  parameter: parameter.map((each) => ({ min: 0, max: '1', ...each })),
});
const result = { name: 'result', use: 'out', type: 'Bundle' };

/** A rule about a list, a resource in which one item breaks it, and the path that must be reported. */
const rows: readonly (readonly [rule: string, Body, path: string, FhirRelease?])[] = [
  [
    'bdl-2',
    bundle([
      { fullUrl: full('a'), resource: patient() },
      { fullUrl: full('b'), resource: patient(), search: { mode: 'match' } },
    ]),
    'Bundle.entry[1].search',
  ],
  [
    'bdl-14',
    bundle(
      [
        { fullUrl: full('a'), request: { method: 'GET', url: 'x' }, response: { status: '200' } },
        {
          fullUrl: full('b'),
          resource: patient(),
          request: { method: 'PATCH', url: 'x' },
          response: { status: '200' },
        },
      ],
      { type: 'history' },
    ),
    'Bundle.entry[1]',
    '5.0.0',
  ],
  [
    'bdl-16',
    bundle([], {
      entry: undefined,
      issues: {
        resourceType: 'OperationOutcome',
        issue: [
          { severity: 'warning', code: 'invalid' },
          { severity: 'error', code: 'invalid' },
        ],
      },
    }),
    'Bundle.issues.issue[1]',
    '5.0.0',
  ],
  [
    'cpb-4',
    capability({ rest: [{ mode: 'client' }, { mode: 'client' }] }),
    'CapabilityStatement.rest[1].mode',
    '5.0.0',
  ],
  [
    'cpb-7',
    capability({ document: ['a', 'a'].map((profile) => ({ mode: 'producer', profile })) }),
    'CapabilityStatement.document[1]',
  ],
  [
    'cpb-9',
    capability({ rest: [{ mode: 'client', resource: [{ type: 'Patient' }, { type: 'Patient' }] }] }),
    'CapabilityStatement.rest[0].resource[1].type',
  ],
  [
    'csd-1',
    {
      resourceType: 'CodeSystem',
      status: 'active',
      content: 'complete',
      hierarchyMeaning: 'is-a',
      concept: [{ code: 'a' }, { code: 'b', concept: [{ code: 'a' }] }],
    },
    'CodeSystem.concept[1].concept[0].code',
  ],
  [
    'dev-1',
    {
      resourceType: 'Device',
      name: [
        { value: 'a', type: 'registered-name', display: true },
        { value: 'b', type: 'registered-name' },
        { value: 'c', type: 'registered-name', display: true },
      ],
    },
    'Device.name[2]',
    '5.0.0',
  ],
  [
    'exs-6',
    scenario({ actor: ['a', 'b'].map((title) => ({ key: 'k', type: 'person', title })) }),
    'ExampleScenario.actor[1].key',
    '5.0.0',
  ],
  [
    'ig-1',
    {
      resourceType: 'ImplementationGuide',
      url: 'http://example.org/x',
      name: 'Abc',
      status: 'active',
      packageId: 'abc',
      fhirVersion: ['5.0.0'],
      definition: {
        grouping: [{ id: 'g', name: 'G' }],
        resource: [
          { reference: { reference: 'Patient/a' }, groupingId: 'g' },
          { reference: { reference: 'Patient/b' }, groupingId: 'h' },
        ],
      },
    },
    'ImplementationGuide.definition.resource[1]',
    '5.0.0',
  ],
  [
    'ig-2',
    {
      resourceType: 'ImplementationGuide',
      url: 'http://example.org/x',
      name: 'Abc',
      status: 'active',
      packageId: 'abc',
      fhirVersion: ['5.0.0'],
      definition: {
        resource: [
          { reference: { reference: 'Patient/a' } },
          { reference: { reference: 'Patient/b' }, fhirVersion: ['4.0.1'] },
        ],
      },
    },
    'ImplementationGuide.definition.resource[1]',
    '5.0.0',
  ],
  [
    'lst-2',
    {
      resourceType: 'List',
      status: 'current',
      mode: 'working',
      entry: [{ item: { display: 'x' } }, { deleted: true, item: { display: 'x' } }],
    },
    'List.entry[1].deleted',
    '4.0.1',
  ],
  [
    'lst-3',
    {
      resourceType: 'List',
      status: 'current',
      mode: 'changes',
      entry: [{ item: { display: 'x' } }, { date: '2020', item: { display: 'x' } }],
    },
    'List.entry[1].date',
    '4.0.1',
  ],
  [
    'mea-1',
    {
      resourceType: 'Measure',
      status: 'active',
      group: [
        { stratifier: [{ code: { text: 'x' } }] },
        { linkId: 'g', stratifier: [{ code: { text: 'x' } }, { linkId: 's' }] },
      ],
    },
    'Measure.group[1].stratifier[1]',
    '5.0.0',
  ],
  [
    'nsd-1',
    {
      resourceType: 'NamingSystem',
      name: 'Abc',
      status: 'active',
      kind: 'root',
      date: '2020',
      uniqueId: [
        { type: 'oid', value: '1.2' },
        { type: 'uuid', value: 'x' },
      ],
    },
    'NamingSystem.uniqueId[1]',
  ],
  [
    'nsd-2',
    {
      resourceType: 'NamingSystem',
      name: 'Abc',
      status: 'active',
      kind: 'codesystem',
      date: '2020',
      uniqueId: ['1.2', '1.3'].map((value) => ({ type: 'oid', value, preferred: true })),
    },
    'NamingSystem.uniqueId[1].type',
  ],
  [
    'obs-7',
    observation({
      code: { coding: [{ code: 'a' }] },
      valueString: 'x',
      component: [{ code: { coding: [{ code: 'b' }] } }, { code: { coding: [{ code: 'a' }] } }],
    }),
    'Observation.component[1]',
  ],
  [
    'opd-6',
    operation([result, { name: 'x', use: 'in', type: 'string' }]),
    'OperationDefinition.parameter[1]',
    '5.0.0',
  ],
  [
    'opd-7',
    operation([
      { name: 'x', use: 'in', type: 'string', searchType: 'string' },
      { ...result, name: 'other' },
    ]),
    'OperationDefinition.parameter[1]',
    '5.0.0',
  ],
  [
    'pld-3',
    plan([{ id: 'a' }, { id: 'b', action: [{ title: 'x', goalId: ['g', 'h'] }] }], {
      goal: [{ id: 'g', description: { text: 'x' } }],
    }),
    'PlanDefinition.action[1].action[0].goalId[1]',
    '5.0.0',
  ],
  [
    'pld-4',
    plan([
      {
        id: 'a',
        title: 'x',
        relatedAction: [
          { targetId: 'a', relationship: 'before' },
          { targetId: 'c', relationship: 'before' },
        ],
      },
    ]),
    'PlanDefinition.action[0].relatedAction[1]',
    '5.0.0',
  ],
  [
    'qrs-2',
    {
      resourceType: 'QuestionnaireResponse',
      questionnaire: 'http://example.org/q',
      status: 'completed',
      item: [
        {
          linkId: 'g',
          item: [
            {
              linkId: 'h',
              item: ['x', 'y'].map((valueString) => ({ linkId: 'a', answer: [{ valueString }] })),
            },
          ],
        },
      ],
    },
    'QuestionnaireResponse.item[0].item[0].item[1].linkId',
    '5.0.0',
  ],
  [
    'que-13',
    questionnaire({
      item: [{ linkId: 'a', type: 'string', initial: [{ valueString: 'x' }, { valueString: 'y' }] }],
    }),
    'Questionnaire.item[0].initial[1]',
  ],
  [
    'sdf-3',
    structure({
      snapshot: {
        element: [snapshotElement('Patient'), { ...snapshotElement('Patient.id'), definition: undefined }],
      },
    }),
    'StructureDefinition.snapshot.element[1]',
  ],
  [
    'sdf-8',
    structure({ snapshot: { element: [snapshotElement('Patient'), snapshotElement('Group.id')] } }),
    'StructureDefinition.snapshot.element[1]',
  ],
  [
    'sdf-8a',
    structure({ differential: { element: [element('Group')] } }),
    'StructureDefinition.differential.element[0]',
  ],
  [
    'sdf-9',
    structure({ differential: { element: [element('Patient', { label: 'x' })] } }),
    'StructureDefinition.differential.element[0]',
  ],
  [
    'sdf-14',
    structure({ differential: { element: [element('Patient'), { path: 'Patient.id' }] } }),
    'StructureDefinition.differential.element[1]',
  ],
  [
    'sdf-15a',
    structure({ differential: { element: [element('Patient', { type: [{ code: 'Patient' }] })] } }),
    'StructureDefinition.differential.element[0]',
  ],
  [
    'sdf-17',
    structure({ differential: { element: [element('Patient'), element('Patient')] } }),
    'StructureDefinition.differential.element[1].id',
  ],
  [
    'sdf-23',
    structure({ differential: { element: [element('Patient', { sliceName: 'x' })] } }),
    'StructureDefinition.differential.element[0]',
  ],
  [
    'tcp-7',
    {
      resourceType: 'TerminologyCapabilities',
      status: 'active',
      date: '2020',
      kind: 'requirements',
      description: 'x',
      codeSystem: [
        { uri: 'http://example.org/x', content: 'complete', version: [{ code: '1' }, { code: '1' }] },
      ],
    },
    'TerminologyCapabilities.codeSystem[0].version[1].code',
    '5.0.0',
  ],
];
for (const [rule, body, path, release] of rows) {
  test(`${rule} is reported once, at the element that breaks it`, () => {
    const { issues } = validateBody(definitions, JSON.stringify(body), release ? { release } : {});
    const found = issues.filter((issue) => issue.rule === rule);
    expect(found.map((issue) => issue.path)).toEqual([path]);
    expect(issues.filter((issue) => issue.level !== 'invariant')).toEqual([]);
  });
}
