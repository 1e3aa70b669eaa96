import { expect, test } from '@playwright/test';
import { type FhirRelease, maximumIssues, validateText } from '../../../fhir/index.ts';
import {
  artifactAssessment,
  type Body,
  bundle,
  evidence,
  evidenceReport,
  observation,
  patient,
} from './resources.ts';

const judge = (body: Body, release?: FhirRelease) =>
  validateText(JSON.stringify(body), release ? { release } : {});

test('a resource may fit any release that defines its type, R4 first', () => {
  expect(judge(patient()).release).toBe('4.0.1');
  expect(judge(evidenceReport()).release).toBe('4.3.0');
  expect(judge(artifactAssessment()).release).toBe('5.0.0');
  expect(judge(evidence()).release).toBe('4.3.0');
});

test('each entry of a Bundle is judged by itself', () => {
  const report = judge(
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

test('a contained resource belongs to the release of its container', () => {
  const contained = [evidenceReport({ id: 'e' })];
  const extension = [{ url: 'https://example.org/x', valueReference: { reference: '#e' } }];
  expect(judge(patient({ contained, extension })).release).toBe('4.3.0');
});

test('where none fits, the issues of the nearest release are told', () => {
  const report = judge(
    observation({ triggeredBy: [{ observation: { display: 'x' }, type: 'reflex' }], status: 'done' }),
  );
  expect(report.release).toBe('5.0.0');
  expect(report.issues).toMatchObject([{ level: 'binding', path: 'Observation.status' }]);
  expect(report.issues[0]?.message).toContain('(FHIR 5.0.0)');
  expect(report.issues[0]?.message).toContain('"done"');
});

test('a property that a release does not know weighs as much as three other errors', () => {
  // Only R5 knows `subjectStatus`; only R4 and R4B take this status, one class that is a Coding, and so on.
  const encounter = {
    resourceType: 'Encounter',
    status: 'arrived',
    class: { code: 'AMB' },
    subjectStatus: { text: 'arrived' },
  };
  const ofR4 = { serviceType: { text: 'x' }, diagnosis: [{ condition: { display: 'x' } }] };
  const paths = (body: Body) => judge(body).issues.map(({ path }) => path);
  expect(judge(encounter).release).toBe('5.0.0');
  expect(paths(encounter)).toEqual(['Encounter.status', 'Encounter.class']);
  expect(judge({ ...encounter, ...ofR4 }).release).toBe('4.0.1');
  expect(paths({ ...encounter, ...ofR4 })).toEqual(['Encounter.subjectStatus']);
});

test('a pinned release judges alone', () => {
  expect(judge(evidence(), '5.0.0').valid).toBe(true);
  expect(judge(evidence(), '4.0.1').issues.length).toBeGreaterThan(0);
  const report = judge(artifactAssessment(), '4.0.1');
  expect(report.issues).toMatchObject([{ level: 'structure', path: 'ArtifactAssessment.resourceType' }]);
  expect(report.issues[0]?.message).toContain('5.0.0');
});

test('the root must be of the expected type', () => {
  const report = validateText(JSON.stringify(patient()), { expectType: 'Bundle' });
  expect(report).toMatchObject({ valid: false, resourceType: 'Patient', issues: [{ level: 'structure' }] });
  expect(report.issues[0]?.message).toContain('Bundle was expected');
  expect(validateText(JSON.stringify(bundle([])), { expectType: 'Bundle' }).issues[0]?.level).toBe(
    'structure',
  );
  expect(validateText('{"resourceType":"Bundle","type":"collection"}', { expectType: 'Bundle' }).valid).toBe(
    true,
  );
});

test('a binding tells the nearest allowed code', () => {
  expect(judge(patient({ gender: 'Female' })).issues[0]?.message).toContain(
    'nearest allowed code is "female"',
  );
});

test('issues are bounded, errors come first, and the rest is counted', () => {
  const wrong = Array.from({ length: 300 }, (_, index) => ({
    resource: patient({ id: `p${index}`, gender: 'x' }),
  }));
  const doubtful = { resource: patient({ managingOrganization: { reference: 'Organization/none' } }) };
  const report = judge(bundle([doubtful, ...wrong]));
  expect(report.issues).toHaveLength(maximumIssues);
  expect(report.issues.every((issue) => issue.severity === 'error')).toBe(true);
  expect(report.omittedIssues).toBe(101);
});

test('an unresolved reference in a collection is a warning', () => {
  const report = judge(
    bundle([{ resource: patient({ managingOrganization: { reference: 'Organization/none' } }) }]),
  );
  expect(report.valid).toBe(true);
  expect(report.issues).toMatchObject([{ severity: 'warning', level: 'reference' }]);
});

test('a resource that stands twice without a fullUrl is a warning', () => {
  const entry = { resource: patient({ id: 'a' }) };
  expect(judge(bundle([entry, entry]))).toMatchObject({
    valid: true,
    issues: [{ severity: 'warning', level: 'invariant', path: 'Bundle.entry[1].resource' }],
  });
  const versions = ['1', '2'].map((versionId) => ({ resource: patient({ id: 'a', meta: { versionId } }) }));
  expect(judge(bundle(versions)).issues).toEqual([]);
});

test('warnings of the definitions are warnings', () => {
  const report = judge({ resourceType: 'Library', status: 'active', type: { text: 'x' }, name: 'a name' });
  expect(report.valid).toBe(true);
  expect(report.issues).toMatchObject([{ severity: 'warning', level: 'invariant' }]);
});
