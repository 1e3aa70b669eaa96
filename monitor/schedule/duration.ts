import { BadValue } from '../../engine/configuration/problems.ts';

const unitsMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Reads a duration like `90m`.
 * @throws BadValue
 */
export function parseDurationMs(text: string): number {
  const [, number, unit] = /^([1-9][0-9]{0,5})(s|m|h|d)$/.exec(text.trim()) ?? [];
  const unitMs = unitsMs[unit ?? ''];
  if (number === undefined || unitMs === undefined) {
    throw new BadValue('Write a duration as a number and a unit (s, m, h, d), like 90m.');
  }
  return Number(number) * unitMs;
}
