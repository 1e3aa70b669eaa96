/** The precision of a date or time. */
export type Precision = 'year' | 'month' | 'day' | 'second' | 'fraction' | 'time of day' | 'long fraction';

const years = ['0001', '1900', '2000', '2023', '2024', '9999'];
const months = ['01', '02', '06', '12'];
const clocks = ['00:00:00', '23:59:59', '12:30:60'];
const zones = ['Z', '+00:00', '-12:00', '+05:45', '+14:00', '-00:00', '+13:59'];
const fractions = ['.0', '.5', '.000000001', '.123456789'];
/** More digits than R5 allows. */
const longFractions = ['.0000000001', '.1234567890123'];

/** The number of days of a month, counted by hand. */
function daysOf(year: string, month: string): string {
  if (month === '02') return ['2000', '2024'].includes(year) ? '29' : '28';
  return month === '06' ? '30' : '31';
}

/** Valid dates and times, by precision. */
export function validDates(): Readonly<Record<Precision, readonly string[]>> {
  const monthsOfYears = years.flatMap((year) => months.map((month) => `${year}-${month}`));
  const days = monthsOfYears.flatMap((text) => [
    `${text}-01`,
    `${text}-${daysOf(text.slice(0, 4), text.slice(5))}`,
  ]);
  const times = (parts: readonly string[]): string[] =>
    clocks.flatMap((clock) => parts.map((fraction) => clock + fraction));
  const moments = (parts: readonly string[]): string[] =>
    times(parts).flatMap((time, index) =>
      // Each has some of the days and zones; together they have all.
      [0, 1, 2].map(
        (turn) =>
          `${days[(index * 11 + turn * 5) % days.length]}T${time}${zones[(index + turn) % zones.length]}`,
      ),
    );
  return {
    year: years,
    month: monthsOfYears,
    day: days,
    second: moments(['']),
    fraction: moments(fractions),
    'long fraction': moments(longFractions),
    'time of day': times(['', ...fractions]),
  };
}

/** Texts that are invalid for every date and time type, each with one defect. */
export const invalidDates: readonly string[] = [
  '0000',
  '202',
  '20245',
  '-2024',
  '+2024',
  '24',
  '2024-',
  '2024-0',
  '2024-00',
  '2024-13',
  '2024-1',
  '2024/01',
  '202401',
  '2024-01-00',
  '2024-01-32',
  '2024-04-31',
  '2023-02-29',
  '1900-02-29',
  '2024-02-30',
  '2024-1-1',
  '2024-01-1',
  '20240101',
  '2024-W01',
  '2024-001',
  '2024-01-01T',
  '2024-01-01T00',
  '2024-01-01T00Z',
  '2024-01-01T00:00',
  '2024-01-01T00:00Z',
  '2024-01-01T00:00:00',
  '2024-01-01T00:00:00.5',
  '2024-01-01T00:00:00.Z',
  '2024-01-01T00:00:00,5Z',
  '2024-01-01T24:00:00Z',
  '2024-01-01T23:60:00Z',
  '2024-01-01T23:59:61Z',
  '2024-01-01T00:00:00z',
  '2024-01-01t00:00:00Z',
  '2024-01-01 00:00:00Z',
  '2024-01-01T00:00:00+14:01',
  '2024-01-01T00:00:00+15:00',
  '2024-01-01T00:00:00+1:00',
  '2024-01-01T00:00:00+0100',
  '2024-01-01T00:00:00+01',
  '2024-01-01T00:00:00+01:60',
  '2024-01-01T00:00:00 +01:00',
  '2024-01-01T00:00:00ZZ',
  '2024-01T00:00:00Z',
  '2024T00:00:00Z',
  'T00:00:00Z',
  '00:00',
  '00:00:00Z',
  '24:00:00',
  '23:60:00',
  '0:00:00',
  '00:00:00.',
  ' 2024',
  '2024 ',
  '2024-01-01\n',
  '２０２４',
  'today',
];

/** The judgement on a period, made by hand with a calendar and a map of the time zones. */
export type PeriodJudgement = 'error' | 'warning' | 'nothing';

/** A date with the days, hours and zone that it can mean, worked out by hand. */
export interface PeriodDate {
  readonly text: string;
  /** Hours since 2020-01-01T00:00 of its own clock, in which it begins and ends. */
  readonly begins: number;
  readonly ends: number;
  /** Hours that its clock is ahead of UTC; undefined if it has no zone. */
  readonly zone: number | undefined;
}

/** Dates of every precision around the first day of 2020. */
export const periodDates: readonly PeriodDate[] = [
  { text: '2019', begins: -8_760, ends: 0, zone: undefined },
  { text: '2020', begins: 0, ends: 8_784, zone: undefined },
  { text: '2019-12', begins: -744, ends: 0, zone: undefined },
  { text: '2020-01', begins: 0, ends: 744, zone: undefined },
  { text: '2019-12-31', begins: -24, ends: 0, zone: undefined },
  { text: '2020-01-01', begins: 0, ends: 24, zone: undefined },
  { text: '2020-01-02', begins: 24, ends: 48, zone: undefined },
  { text: '2019-12-31T23:00:00Z', begins: -1, ends: -1, zone: 0 },
  { text: '2020-01-01T00:00:00Z', begins: 0, ends: 0, zone: 0 },
  { text: '2020-01-01T00:30:00.000Z', begins: 0.5, ends: 0.5, zone: 0 },
  { text: '2020-01-01T12:00:00Z', begins: 12, ends: 12, zone: 0 },
  { text: '2020-01-01T12:00:00+14:00', begins: 12, ends: 12, zone: 14 },
  { text: '2020-01-01T12:00:00-12:00', begins: 12, ends: 12, zone: -12 },
  { text: '2020-01-02T00:00:00.000000001+05:30', begins: 24.000001, ends: 24.000001, zone: 5.5 },
  { text: '2020-01-03T14:00:00Z', begins: 62, ends: 62, zone: 0 },
  { text: '2021-01-02T00:00:00Z', begins: 8_808, ends: 8_808, zone: 0 },
];

/** The easternmost and the westernmost time zone of the world. */
const zonesOfTheWorld = [14, -12];

/**
 * Whether a period may begin at one date and end at another. If neither has a zone, both are in the same; if one has, UTC
 * is tried for the other, then every zone.
 */
export function judgePeriod(start: PeriodDate, end: PeriodDate): PeriodJudgement {
  const fits = (zone: number): boolean => {
    const begins = start.begins - (start.zone ?? zone);
    const ends = end.ends - (end.zone ?? zone);
    // A date ends just before the next begins.
    return end.zone === undefined ? begins < ends : begins <= ends;
  };
  if (fits(0)) return 'nothing';
  const mayDiffer = (start.zone === undefined) !== (end.zone === undefined);
  return mayDiffer && zonesOfTheWorld.some(fits) ? 'warning' : 'error';
}
