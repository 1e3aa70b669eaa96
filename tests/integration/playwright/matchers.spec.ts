import { expect, test } from '@playwright/test';
import { expect as contractExpect } from '../../../playwright/index.ts';

/** The matchers where no session runs: what they say of values and of wrong arguments. */

const cyclic: Record<string, unknown> = { resourceType: 'Patient' };
cyclic.self = cyclic;

const said: readonly (readonly [string, () => unknown, string | RegExp])[] = [
  [
    'an option that there is not',
    () => contractExpect({}).toBeFhir('Bundle', { relase: '5.0.0' } as object),
    'toBeFhir: there is no option "relase". Did you mean release?',
  ],
  [
    'options that are none',
    () => contractExpect({}).toBeFhir('Bundle', null as unknown as object),
    'toBeFhir: the options must be an object, not null.',
  ],
  [
    'a release that there is not',
    () => contractExpect({}).toBeFhir('Bundle', { release: '5.0' } as object),
    /^toBeFhir: no release is named "5\.0"\. (?:Did you mean 5\.0\.0\?|It takes 4\.0\.1, 4\.3\.0, 5\.0\.0\.)$/,
  ],
  [
    'a type that there is not',
    () => contractExpect({ resourceType: 'EvidenceReport' }).toBeFhir('EvidenceReprt'),
    'toBeFhir: no FHIR type is named "EvidenceReprt". Did you mean EvidenceReport?',
  ],
  [
    'no type',
    () => contractExpect({ resourceType: 'Patient' }).toBeFhir(undefined as unknown as string),
    "toBeFhir takes the type that is expected, such as 'Bundle'; it got undefined.",
  ],
  [
    'a list',
    () => contractExpect([{ resourceType: 'Patient' }]).toBeFhir('Patient'),
    'The value (an array of 1) is no valid Patient: A FHIR resource is a JSON object; the body is something else.',
  ],
  [
    'no value',
    () => contractExpect(undefined).toBeFhir('Patient'),
    /^The value \(undefined\) is no valid Patient: [^:]*\.$/,
  ],
  [
    'another type',
    () => contractExpect({ resourceType: 'Observation' }).toBeFhir('EvidenceReport'),
    'The value (an object) is no valid EvidenceReport: Observation.resourceType: The type of the resource is "Observation"; EvidenceReport was expected.',
  ],
  [
    'a missing element',
    () => contractExpect({ resourceType: 'Observation' }).toBeFhir('Observation', { release: '4.0.1' }),
    / is missing \(FHIR 4\.0\.1\)\.$/,
  ],
  [
    'a cycle',
    () => contractExpect(cyclic).toBeFhir('Patient'),
    /^The value \(an object\) is no valid Patient: Patient\.self: .*refers back/,
  ],
];

for (const [what, judge, expected] of said) {
  test(`toBeFhir says one sentence of ${what}`, async () => {
    const thrown = await Promise.resolve(judge()).then(
      () => undefined,
      (error: unknown) => error,
    );
    const { message = 'nothing' } = thrown as Error;
    if (typeof expected === 'string') expect(message).toBe(expected);
    else expect(message).toMatch(expected);
  });
}
