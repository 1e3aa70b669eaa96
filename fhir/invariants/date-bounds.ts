import type { JsonValue } from '../json/json-value.ts';

/** A moment, exact at any number of digits; leap seconds have a place of their own. */
interface Moment {
  /** Of the beginning of its minute, since 1970-01-01 UTC. */
  readonly minuteMs: number;
  /** Two digits and, without zeros at the end, the fraction: texts that sort as the moments do. */
  readonly second: string;
}

/** The earliest and the latest moment that a date or dateTime can mean. */
interface DateBounds {
  readonly earliest: Moment;
  readonly latest: Moment;
}

const pattern =
  /^([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2})(?:T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?(Z|[+-][0-9]{2}:[0-9]{2})?)?)?)?$/;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const firstSecond = '00';
/** Sorts behind every second of a minute. */
const endOfMinute = '99';
/** A date without a time zone begins in the earliest and ends in the latest zone of the world. */
const earliestZoneHours = 14;
const latestZoneHours = 12;

/** How two dates lie. In the last case only one of them has a time zone, so that it depends on the other's. */
export type DateOrder = 'ordered' | 'reversed' | 'reversed in one time zone';

/**
 * Compares what two dates, dateTimes or instants can mean. Two without a time zone lie in the same one. Texts that are
 * these are in no order. The result does not depend on the machine's time zone.
 */
export function orderOf(start: JsonValue | undefined, end: JsonValue | undefined): DateOrder {
  const from = typeof start === 'string' ? readDate(start) : undefined;
  const to = typeof end === 'string' ? readDate(end) : undefined;
  if (!from || !to || isAtMost(from.earliest, to.latest)) return 'ordered';
  if (from.hasZone === to.hasZone) return 'reversed';
  const [earliest, latest] = [from.hasZone ? from : inAnyZone(from), to.hasZone ? to : inAnyZone(to)];
  return isAtMost(earliest.earliest, latest.latest) ? 'reversed in one time zone' : 'reversed';
}

function isAtMost(one: Moment, other: Moment): boolean {
  return one.minuteMs === other.minuteMs ? one.second <= other.second : one.minuteMs < other.minuteMs;
}

interface ReadDate extends DateBounds {
  readonly hasZone: boolean;
}

/** Undefined if the text is not a valid date, dateTime or instant. A date without a zone is read as in UTC. */
function readDate(text: string): ReadDate | undefined {
  const match = text.length > 64 ? null : pattern.exec(text);
  if (!match) return undefined;
  const [, year = '', month, day, hour, minute, second = firstSecond, fraction = '', zone] = match;
  const y = Number(year);
  if (month === undefined) return span(utc(y, 0, 1), utc(y + 1, 0, 1));
  const m = Number(month) - 1;
  if (day === undefined) return span(utc(y, m, 1), utc(y, m + 1, 1));
  const d = Number(day);
  if (hour === undefined) return span(utc(y, m, d), utc(y, m, d + 1));
  const moment = {
    minuteMs: utc(y, m, d) + Number(hour) * hourMs + Number(minute) * minuteMs - zoneMs(zone),
    second: second + withoutZerosAtEnd(fraction),
  };
  return { earliest: moment, latest: moment, hasZone: true };
}

function withoutZerosAtEnd(fraction: string): string {
  let end = fraction.length;
  while (fraction[end - 1] === '0') end -= 1;
  return fraction.slice(0, end);
}

function span(startMs: number, endMs: number): ReadDate {
  return {
    earliest: { minuteMs: startMs, second: firstSecond },
    latest: { minuteMs: endMs - minuteMs, second: endOfMinute },
    hasZone: false,
  };
}

function inAnyZone({ earliest, latest }: ReadDate): DateBounds {
  return {
    earliest: { ...earliest, minuteMs: earliest.minuteMs - earliestZoneHours * hourMs },
    latest: { ...latest, minuteMs: latest.minuteMs + latestZoneHours * hourMs },
  };
}

function utc(year: number, month: number, day: number): number {
  const date = new Date(0);
  // Date.UTC reads the years 0 to 99 as 1900 to 1999.
  return date.setUTCFullYear(year, month, day);
}

function zoneMs(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  return sign * (Number(zone.slice(1, 3)) * hourMs + Number(zone.slice(4, 6)) * minuteMs);
}
