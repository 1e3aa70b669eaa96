/** What a time that somebody typed stands for: all of a day, of a minute or of a second, or one moment. */
export interface AskedTime {
  readonly fromMs: number;
  /** Its first moment no more. */
  readonly toMs: number;
}

/** What somebody typed is repeated, as far as it is read at a glance. */
const longestQuote = 60;

/** What somebody typed, as a sentence that refuses it repeats it. */
export function quoted(typed: string): string {
  return typed.length > longestQuote ? `${typed.slice(0, longestQuote)}…` : typed;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const unitsMs: Readonly<Record<string, number>> = { h: hourMs, d: dayMs };

/**
 * Reads a time as people type it: `today`, `yesterday`, `7d` or `12h` ago, a day (`2026-03-01`), a moment (`2026-03-01 20:00`, with
 * seconds and an offset or without). What says no offset is in UTC.
 * @returns nothing where it is none of these
 */
export function parseAskedTime(text: string, nowMs: number): AskedTime | undefined {
  const typed = text.trim().toLowerCase();
  if (typed === 'today') return dayOf(nowMs);
  if (typed === 'yesterday') return dayOf(nowMs - dayMs);
  return ago(typed, nowMs) ?? written(typed);
}

function dayOf(ms: number): AskedTime {
  const fromMs = Math.floor(ms / dayMs) * dayMs;
  return { fromMs, toMs: fromMs + dayMs };
}

function ago(typed: string, nowMs: number): AskedTime | undefined {
  const [, amount = '', unit = ''] = /^([1-9]\d{0,3}) ?(d|days?|h|hours?)(?: ago)?$/.exec(typed) ?? [];
  const unitMs = unitsMs[unit.slice(0, 1)];
  if (unitMs === undefined) return undefined;
  const fromMs = nowMs - Number(amount) * unitMs;
  return { fromMs, toMs: fromMs + 1 };
}

function written(typed: string): AskedTime | undefined {
  const parts =
    /^(\d{4}-\d\d-\d\d)(?:[t ](\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?(?: ?(z|utc|[+-]\d\d:?\d\d))?)?$/.exec(typed);
  if (parts === null) return undefined;
  const [, day = '', clock, seconds = '', zone = 'z'] = parts;
  // Date.parse takes 31 February for 3 March.
  const startMs = Date.parse(day);
  if (Number.isNaN(startMs) || new Date(startMs).toISOString().slice(0, 10) !== day) return undefined;
  if (clock === undefined) return { fromMs: startMs, toMs: startMs + dayMs };
  const offset = /^\d/.test(zone.slice(1)) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : 'Z';
  const fromMs = Date.parse(`${day}T${clock}${seconds}${offset}`);
  if (Number.isNaN(fromMs)) return undefined;
  const lengthMs = seconds === '' ? minuteMs : seconds.includes('.') ? 1 : 1000;
  return { fromMs, toMs: fromMs + lengthMs };
}
