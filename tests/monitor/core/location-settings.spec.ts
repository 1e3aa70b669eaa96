import { expect, test } from '@playwright/test';
import { readMonitorConfiguration } from '../../../monitor/configuration/monitor-configuration.ts';
import { readPlace, readServiceSettings } from '../../../monitor/configuration/service-settings.ts';
import { makeTestInstallation } from '../../support/installation.ts';
import { problemsOf } from '../support/problems-of.ts';

const alpha = makeTestInstallation({ name: 'alpha' });
const beta = makeTestInstallation({ name: 'beta' });
const three = { of: ['frankfurt', 'dublin', 'oslo'], agree: 2 };

function read(
  locations: unknown,
  given: Parameters<typeof readMonitorConfiguration>[0] extends infer G ? Partial<G> : never = {},
) {
  return readMonitorConfiguration({ installations: [{ ...alpha, monitor: { locations } }], ...given });
}

function locationsOf(...args: Parameters<typeof read>) {
  return read(...args).installations[0]?.plan.locations;
}

test('an installation lists its locations, and the plan marks that of the monitor if it is one of them', () => {
  expect(locationsOf(three, { location: 'oslo' })).toEqual({ ...three, here: 'oslo' });
  const both = { location: 'rome', installations: [{ ...alpha, monitor: { locations: three } }, beta] };
  expect(readMonitorConfiguration(both).installations.map(({ plan }) => plan.locations)).toEqual([
    three,
    undefined,
  ]);
});

test('LOCATION overrides the location in the file; without either, the location is named default', () => {
  const place = (given: object) =>
    readMonitorConfiguration({ installations: [alpha], ...given }).settings.location;
  expect(place({})).toBe('default');
  expect(place({ common: { location: 'dublin' } })).toBe('dublin');
  expect(place({ common: { location: 'dublin' }, location: 'oslo' })).toBe('oslo');
});

test('by default, more than half of the locations must agree', () => {
  const agreeOf = (count: number) =>
    locationsOf({ of: Array.from({ length: count }, (_, number) => `p${number}`) }, { location: 'p0' })
      ?.agree;
  expect([1, 2, 3, 4, 5].map(agreeOf)).toEqual([1, 2, 2, 3, 3]);
});

test('the common locations apply to an installation without locations of its own', () => {
  const own = { of: ['oslo'], agree: 1 };
  const { installations } = readMonitorConfiguration({
    common: { locations: three },
    location: 'oslo',
    installations: [alpha, { ...beta, monitor: { locations: own } }],
  });
  expect(installations.map(({ plan }) => plan.locations)).toEqual([
    { ...three, here: 'oslo' },
    { ...own, here: 'oslo' },
  ]);
});

for (const { title, locations, given, reported } of [
  {
    title: 'more agreeing locations than there are',
    locations: { of: ['dublin', 'oslo'], agree: 3 },
    reported:
      'monitor of alpha.locations.agree: 3 locations cannot agree where 2 watch. Write a number from 1 to 2.',
  },
  {
    title: 'a duplicate location',
    locations: { of: ['oslo', 'dublin', 'oslo'], agree: 2 },
    reported: 'monitor of alpha.locations.of: The location oslo is named twice. Name each once.',
  },
  {
    title: 'a misspelt setting',
    locations: { of: ['oslo'], agre: 1 },
    reported: 'monitor of alpha.locations.agre: The name agre is not known here. Did you mean agree?',
  },
  { title: 'an empty list of locations', locations: { of: [] }, reported: /locations\.of: / },
  {
    title: 'an invalid location name',
    locations: { of: ['oslo, dublin'] },
    reported: /letters, digits, points, hyphens/,
  },
  {
    title: 'a monitor without a location',
    locations: three,
    given: { location: undefined },
    reported:
      'LOCATION: Installations name from where they are watched, so say where this monitor runs: one of dublin, frankfurt, oslo.',
  },
  {
    title: 'a monitor at a location without installations',
    locations: three,
    given: { location: 'frankfrut' },
    reported:
      'LOCATION: No installation is watched from frankfrut: this monitor would watch nothing. Name one of dublin, frankfurt, oslo. Did you mean frankfurt?',
  },
  {
    title: 'several locations without a shared database',
    locations: three,
    given: { isShared: false },
    reported:
      'DATABASE_URL: Installations are watched from several locations, whose monitors share one database. Set it, the same for all.',
  },
] as const) {
  test(`the configuration refuses ${title}`, () => {
    const problems = problemsOf(() => read(locations, { location: 'oslo', isShared: true, ...given }));
    expect(problems).toHaveLength(1);
    if (typeof reported === 'string') expect(problems).toEqual([reported]);
    else expect(problems[0]).toMatch(reported);
  });
}

test('a single location needs no shared database', () => {
  expect(locationsOf({ of: ['oslo'] }, { location: 'oslo', isShared: false })?.here).toBe('oslo');
});

test('LOCATION must be a name, and DATABASE_URL_FILE is enough for a shared history', () => {
  expect(readServiceSettings({ LOCATION: ' oslo ' }, '/').location).toBe('oslo');
  expect(problemsOf(() => readServiceSettings({ LOCATION: 'a b' }, '/'))[0]).toMatch(
    /^LOCATION: A name has letters/,
  );
  expect(readPlace({})).toEqual({ location: undefined, isShared: false });
  expect(readPlace({ LOCATION: 'oslo', DATABASE_URL_FILE: 'x' })).toEqual({
    location: 'oslo',
    isShared: true,
  });
});
