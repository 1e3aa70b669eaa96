import { expect, test } from '@playwright/test';
import { expect as contractExpect } from '../../../playwright/index.ts';

/** The matchers without a session: their messages about values and wrong arguments. */

const cyclic: Record<string, unknown> = { resourceType: 'Patient' };
cyclic.self = cyclic;

const said: readonly (readonly [string, () => unknown, string | RegExp])[] = [
  [
    'an unknown option',
    () => contractExpect({}).toBeFhir('Bundle', { relase: '5.0.0' } as object),
    'toBeFhir: there is no option "relase". Did you mean release?',
  ],
  [
    'null for its options',
    () => contractExpect({}).toBeFhir('Bundle', null as unknown as object),
    'toBeFhir: the options must be an object, not null.',
  ],
  [
    'an unknown release',
    () => contractExpect({}).toBeFhir('Bundle', { release: '5.0' } as object),
    /^toBeFhir: no release is named "5\.0"\. (?:Did you mean 5\.0\.0\?|It takes 4\.0\.1, 4\.3\.0, 5\.0\.0\.)$/,
  ],
  [
    'an unknown FHIR type',
    () => contractExpect({ resourceType: 'EvidenceReport' }).toBeFhir('EvidenceReprt'),
    'toBeFhir: no FHIR type is named "EvidenceReprt". Did you mean EvidenceReport?',
  ],
  [
    'a missing type',
    () => contractExpect({ resourceType: 'Patient' }).toBeFhir(undefined as unknown as string),
    "toBeFhir takes the type that is expected, such as 'Bundle'; it got undefined.",
  ],
  [
    'an array in place of a resource',
    () => contractExpect([{ resourceType: 'Patient' }]).toBeFhir('Patient'),
    'The value (an array of 1) is not a valid Patient: A FHIR resource is a JSON object; the body is something else.',
  ],
  [
    'an undefined value',
    () => contractExpect(undefined).toBeFhir('Patient'),
    /^The value \(undefined\) is not a valid Patient: [^:]*\.$/,
  ],
  [
    'a resource of another type',
    () => contractExpect({ resourceType: 'Observation' }).toBeFhir('EvidenceReport'),
    'The value (an object) is not a valid EvidenceReport: Observation.resourceType: The type of the resource is "Observation"; EvidenceReport was expected.',
  ],
  [
    'a missing element',
    () => contractExpect({ resourceType: 'Observation' }).toBeFhir('Observation', { release: '4.0.1' }),
    / is missing \(FHIR 4\.0\.1\)\.$/,
  ],
  [
    'a circular reference',
    () => contractExpect(cyclic).toBeFhir('Patient'),
    /^The value \(an object\) is not a valid Patient: Patient\.self: .*refers back/,
  ],
];

for (const [what, judge, expected] of said) {
  test(`toBeFhir reports ${what} in one sentence`, async () => {
    const thrown = await Promise.resolve(judge()).then(
      () => undefined,
      (error: unknown) => error,
    );
    const { message = 'nothing' } = thrown as Error;
    if (typeof expected === 'string') expect(message).toBe(expected);
    else expect(message).toMatch(expected);
  });
}
