/**
 * A moment in UTC, with the clock of the machine that makes the report beside it where that differs:
 * "2026-11-22 12:46 UTC (13:46 by the clock of UTC+1)". A page that runs nothing cannot ask the reader's clock.
 * @param moment ISO 8601
 * @param offsetMinutes how far that clock is ahead of UTC then
 */
export function momentText(moment: string, offsetMinutes: number = localOffset(moment)): string {
  const atMs = Date.parse(moment);
  if (Number.isNaN(atMs)) return moment;
  const utc = new Date(atMs).toISOString();
  const shown = `${dayOf(utc)} ${timeOf(utc)} UTC`;
  if (offsetMinutes === 0) return shown;
  const local = new Date(atMs + offsetMinutes * 60_000).toISOString();
  const day = dayOf(local) === dayOf(utc) ? '' : `${dayOf(local)} `;
  return `${shown} (${day}${timeOf(local)} ${zoneName(offsetMinutes)})`;
}

function localOffset(moment: string): number {
  return -new Date(moment).getTimezoneOffset();
}

function dayOf(moment: string): string {
  return moment.slice(0, 10);
}

function timeOf(moment: string): string {
  return moment.slice(11, 19);
}

/** "UTC+1", "UTC-3:30". */
function zoneName(minutes: number): string {
  const rest = Math.abs(minutes) % 60;
  const hours = Math.floor(Math.abs(minutes) / 60);
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}
