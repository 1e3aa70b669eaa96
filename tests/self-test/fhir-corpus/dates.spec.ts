import { expect, test } from '@playwright/test';
import { type FhirRelease, fhirReleases } from '../../../fhir/index.ts';
import { installedDefinitions } from '../../../fhir/installed-definitions.ts';
import { validateBody } from '../../../fhir/validate-body.ts';
import { type Body, observation, patient } from '../../support/fhir-resources.ts';
import { invalidDates, judgePeriod, type Precision, periodDates, validDates } from './dates.ts';

const definitions = installedDefinitions();

/** A resource with a value of each type, and the precisions that the type accepts. */
const types: Readonly<Record<string, readonly [(text: string) => Body, path: string, readonly Precision[]]>> =
  {
    date: [(birthDate) => patient({ birthDate }), 'Patient.birthDate', ['year', 'month', 'day']],
    dateTime: [
      (effectiveDateTime) => observation({ effectiveDateTime }),
      'Observation.effectiveDateTime',
      ['year', 'month', 'day', 'second', 'fraction', 'long fraction'],
    ],
    instant: [
      (effectiveInstant) => observation({ effectiveInstant }),
      'Observation.effectiveInstant',
      ['second', 'fraction', 'long fraction'],
    ],
    time: [(valueTime) => observation({ valueTime }), 'Observation.valueTime', ['time of day']],
  };

for (const release of fhirReleases) {
  for (const [type, [make, path, taken]] of Object.entries(types)) {
    test(`${release}: the type ${type} accepts valid values of its own precisions and nothing else`, () => {
      const errors = (text: string) =>
        validateBody(definitions, make(text), { release }).issues.map(
          (issue) => `${issue.level} ${issue.path}`,
        );
      const disagreements: string[] = [];
      const demand = (text: string, isValid: boolean) => {
        const said = errors(text).join();
        if (said !== (isValid ? '' : `primitive-format ${path}`)) disagreements.push(`${text}: ${said}`);
      };
      for (const [precision, texts] of Object.entries(validDates()) as [Precision, readonly string[]][]) {
        const isTaken = taken.includes(precision) && !(precision === 'long fraction' && release === '5.0.0');
        for (const text of texts) demand(text, isTaken);
      }
      for (const text of invalidDates) demand(text, false);
      expect(disagreements).toEqual([]);
    });
  }

  test(`${release}: a period that ends before its start is reported, at every precision`, () => {
    const disagreements: string[] = [];
    const judgements = new Set<string>();
    for (const start of periodDates) {
      const name = periodDates.map((end) => ({ text: 'x', period: { start: start.text, end: end.text } }));
      const found = severitiesByPath(patient({ name }), release);
      periodDates.forEach((end, index) => {
        const said = found.get(`Patient.name[${index}].period`) ?? 'nothing';
        const expected = judgePeriod(start, end);
        judgements.add(expected);
        if (said !== expected) disagreements.push(`${start.text} to ${end.text}: ${said}, not ${expected}`);
      });
    }
    expect(disagreements).toEqual([]);
    expect(judgements.size).toBe(3);
  });
}

function severitiesByPath(body: Body, release: FhirRelease): ReadonlyMap<string, string> {
  const { issues } = validateBody(definitions, body, { release });
  return new Map(issues.map(({ path, severity }) => [path, severity]));
}
