import { expect, test } from '@playwright/test';
import { type FhirRelease, maximumIssues } from '../../../fhir/index.ts';
import { createFhirValidator } from '../../../fhir/node.ts';
import {
  artifactAssessment,
  type Body,
  bundle,
  evidence,
  evidenceReport,
  observation,
  patient,
} from '../../support/fhir-resources.ts';

const validator = createFhirValidator();
const validate = (body: Body, release?: FhirRelease) =>
  validator.validate(JSON.stringify(body), release ? { release } : {});

test('a resource is judged by the earliest release that it fits', async () => {
  expect((await validate(patient())).release).toBe('4.0.1');
  expect((await validate(evidenceReport())).release).toBe('4.3.0');
  expect((await validate(artifactAssessment())).release).toBe('5.0.0');
  expect((await validate(evidence())).release).toBe('4.3.0');
});

test('each entry of a Bundle may fit another release', async () => {
  const report = await validate(
    bundle([
      { resource: evidence() },
      { resource: patient() },
      { resource: evidenceReport() },
      { resource: { resourceType: 'Evidence', status: 'active', exposureBackground: { display: 'x' } } },
    ]),
  );
  expect(report).toMatchObject({ valid: true, release: '4.0.1', entryCount: 4 });
  expect(report.releasesByType).toEqual({
    Bundle: ['4.0.1'],
    Evidence: ['4.0.1', '4.3.0'],
    EvidenceReport: ['4.3.0'],
    Patient: ['4.0.1'],
  });
});

test('a contained resource is judged by the same release as its container', async () => {
  const contained = [evidenceReport({ id: 'e' })];
  const extension = [{ url: 'https://example.org/x', valueReference: { reference: '#e' } }];
  expect((await validate(patient({ contained, extension }))).release).toBe('4.3.0');
});

test('if no release fits, the issues of the nearest release are reported', async () => {
  const report = await validate(
    observation({ triggeredBy: [{ observation: { display: 'x' }, type: 'reflex' }], status: 'done' }),
  );
  expect(report.release).toBe('5.0.0');
  expect(report.issues).toMatchObject([{ level: 'binding', path: 'Observation.status' }]);
  expect(report.issues[0]?.message).toContain('(FHIR 5.0.0)');
  expect(report.issues[0]?.message).toContain('"done"');
});

test('an unknown property counts as three errors when the nearest release is chosen', async () => {
  // Only R5 knows `subjectStatus`; only R4 and R4B accept this status, a single Coding as class, and so on.
  const encounter = {
    resourceType: 'Encounter',
    status: 'arrived',
    class: { code: 'AMB' },
    subjectStatus: { text: 'arrived' },
  };
  const ofR4 = { serviceType: { text: 'x' }, diagnosis: [{ condition: { display: 'x' } }] };
  const paths = async (body: Body) => (await validate(body)).issues.map(({ path }) => path);
  expect((await validate(encounter)).release).toBe('5.0.0');
  expect(await paths(encounter)).toEqual(['Encounter.status', 'Encounter.class']);
  expect((await validate({ ...encounter, ...ofR4 })).release).toBe('4.0.1');
  expect(await paths({ ...encounter, ...ofR4 })).toEqual(['Encounter.subjectStatus']);
});

test('a resource is judged only by the pinned release', async () => {
  expect((await validate(evidence(), '5.0.0')).valid).toBe(true);
  expect((await validate(evidence(), '4.0.1')).issues.length).toBeGreaterThan(0);
  const report = await validate(artifactAssessment(), '4.0.1');
  expect(report.issues).toMatchObject([{ level: 'structure', path: 'ArtifactAssessment.resourceType' }]);
  expect(report.issues[0]?.message).toContain('5.0.0');
});

test('the root must have the expected type', async () => {
  const report = await validator.validate(JSON.stringify(patient()), { expectType: 'Bundle' });
  expect(report).toMatchObject({ valid: false, resourceType: 'Patient', issues: [{ level: 'structure' }] });
  expect(report.issues[0]?.message).toContain('Bundle was expected');
  const withEmptyList = await validator.validate(JSON.stringify(bundle([])), { expectType: 'Bundle' });
  expect(withEmptyList.issues[0]?.level).toBe('structure');
  const right = '{"resourceType":"Bundle","type":"collection"}';
  expect((await validator.validate(right, { expectType: 'Bundle' })).valid).toBe(true);
});

test('a binding issue names the nearest allowed code', async () => {
  expect((await validate(patient({ gender: 'Female' }))).issues[0]?.message).toContain(
    'nearest allowed code is "female"',
  );
});

test('the number of issues is limited, errors come first, and omitted issues are counted', async () => {
  const wrong = Array.from({ length: 300 }, (_, index) => ({
    resource: patient({ id: `p${index}`, gender: 'x' }),
  }));
  const doubtful = { resource: patient({ managingOrganization: { reference: 'Organization/none' } }) };
  const report = await validate(bundle([doubtful, ...wrong]));
  expect(report.issues).toHaveLength(maximumIssues);
  expect(report.issues.every((issue) => issue.severity === 'error')).toBe(true);
  expect(report.omittedIssues).toBe(101);
});

test('a duplicate resource without a fullUrl is a warning, unless the versions differ', async () => {
  const entry = { resource: patient({ id: 'a' }) };
  expect(await validate(bundle([entry, entry]))).toMatchObject({
    valid: true,
    issues: [{ severity: 'warning', level: 'invariant', path: 'Bundle.entry[1].resource' }],
  });
  const versions = ['1', '2'].map((versionId) => ({ resource: patient({ id: 'a', meta: { versionId } }) }));
  expect((await validate(bundle(versions))).issues).toEqual([]);
});

test('a rule that the definitions declare a warning is reported as a warning', async () => {
  const report = await validate({
    resourceType: 'Library',
    status: 'active',
    type: { text: 'x' },
    name: 'a name',
  });
  expect(report.valid).toBe(true);
  expect(report.issues).toMatchObject([{ severity: 'warning', level: 'invariant' }]);
});

test('an error after many warnings makes a resource invalid and is listed first', async () => {
  const identifier = Array.from({ length: 150 }, () => ({ system: 'https://example.org' }));
  const telecom = [{ system: 'phone', value: '1', period: { start: '2021', end: '2019' } }];
  const report = await validator.validate(JSON.stringify(patient({ identifier, telecom })), {
    release: '5.0.0',
  });
  expect(report.valid).toBe(false);
  expect(report.issues[0]).toMatchObject({ severity: 'error', path: 'Patient.telecom[0].period' });
  expect(report.issues.length + report.omittedIssues).toBe(151);
});
