import { expect, test } from '@playwright/test';
import { requirements } from '../../../contract/document/requirements.ts';
import { contradictions, documentSections, sectionOf } from '../../../contract/document/sections.ts';
import { gaps } from '../../../contract/gaps/gaps.ts';

const sections = documentSections.map(({ id }) => id);

test('every requirement and every gap belongs to a section, to the last one if it names two', () => {
  const homeless = [...requirements, ...gaps].filter((one) => !sections.includes(sectionOf(one)));
  expect(homeless.map(({ id }) => id)).toEqual([]);
  expect(sectionOf({ section: '4, 5' })).toBe('5');
});

test('every contradiction has a unique id, at least two sides, and full sentences on its problem and handling', () => {
  const ids = contradictions.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const incomplete = contradictions.filter(
    ({ id, sides, problem, handling }) =>
      !/^CONTRADICTION-[A-Z0-9-]+$/.test(id) ||
      sides.length < 2 ||
      ![problem, handling, ...sides.map(({ says }) => says)].every((text) => /^[A-Z].*\.$/.test(text)),
  );
  expect(incomplete.map(({ id }) => id)).toEqual([]);
});

test('contradictions name only sections, requirements and gaps that exist', () => {
  const known: readonly string[] = [...requirements, ...gaps].map(({ id }) => id);
  const strange = contradictions.flatMap((one) => [
    ...one.sides.map(({ section }) => section).filter((section) => !sections.includes(section)),
    ...[...one.requirements, ...one.gaps].filter((id) => !known.includes(id)),
  ]);
  expect(strange).toEqual([]);
});

test('the register lists exactly the nine known contradictions', () => {
  expect(contradictions.map(({ id }) => id.replace('CONTRADICTION-', ''))).toEqual([
    'FHIR-RELEASE',
    'THROTTLED-JSON',
    'THROTTLED-STATUS',
    'CONDITIONAL',
    'ARTIFACT-ASSESSMENTS',
    'CITATIONS-PROJECT',
    'SINGLE-RECORDS',
    'IMPORT-STATUS',
    'VERSION-4-KEY',
  ]);
});
