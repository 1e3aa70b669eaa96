import type { Request } from 'express';
import { longestReason, type MaintenanceWish } from '../runs/maintenance-actions.ts';
import { bodyField, textOf } from './request-fields.ts';

/** Reads from a form or a JSON body what somebody wants of maintenance. */

export const longestMaintenanceMinutes = 10_080;
const minuteMs = 60_000;
const furthestAheadMs = 366 * 86_400_000;
const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

const minutesRange = `a whole number from 1 to ${longestMaintenanceMinutes}, or 0 to end maintenance`;
const momentSentence = 'Give times like 2026-03-01T20:00Z, with Z or an offset.';

/** The wish of a JSON body, or a sentence that says what is wrong with it. */
export function parseMaintenance(request: Request, nowMs: number): MaintenanceWish | string {
  const minutes = parseMinutes(bodyField(request, 'minutes'));
  const [from, to] = ['from', 'to'].map((name) => parseMoment(bodyField(request, name)));
  if (minutes === 'wrong') return `Give minutes: ${minutesRange}.`;
  if (from === 'wrong' || to === 'wrong') return momentSentence;
  if (minutes === undefined && to === undefined)
    return `Give minutes: ${minutesRange}. For a window that is planned, give from and to.`;
  if (minutes !== undefined && to !== undefined) return 'Give minutes or to, not both.';
  if (minutes === 0) return from === undefined ? { kind: 'end' } : 'Maintenance is ended without from.';
  const fromMs = from ?? nowMs;
  return windowOf(fromMs, to ?? fromMs + (minutes ?? 0) * minuteMs, bodyField(request, 'reason'), nowMs);
}

/** The window that a form plans; its times are in UTC, and browsers leave the zone out. */
export function parsePlan(request: Request, nowMs: number): MaintenanceWish | string {
  const [from, to] = ['from', 'to'].map((name) => {
    const text = textOf(bodyField(request, name)) ?? '';
    return parseMoment(/[Z+]|-\d\d:\d\d$/.test(text) ? text : `${text}Z`);
  });
  if (typeof from !== 'number' || typeof to !== 'number') return 'Give the beginning and the end, in UTC.';
  return windowOf(from, to, bodyField(request, 'reason'), nowMs);
}

function windowOf(fromMs: number, toMs: number, reason: unknown, nowMs: number): MaintenanceWish | string {
  if (toMs <= fromMs) return 'The window ends before it begins. Exchange from and to.';
  if (toMs <= nowMs) return 'The window is over already.';
  if (toMs - Math.max(fromMs, nowMs) > longestMaintenanceMinutes * minuteMs)
    return `A window lasts at most ${longestMaintenanceMinutes} minutes.`;
  if (fromMs - nowMs > furthestAheadMs) return 'A window begins within a year.';
  if (reason !== undefined && typeof reason !== 'string') return 'The reason is a text.';
  if (reason !== undefined && reason.length > longestReason)
    return `The reason has at most ${longestReason} characters.`;
  return { kind: 'window', fromMs, toMs, reason };
}

/** The minutes of maintenance that a form asks for; nothing where they are not valid. */
export function parseWholeMinutes(value: unknown): number | undefined {
  const minutes = parseMinutes(value);
  return minutes === 'wrong' ? undefined : minutes;
}

function parseMinutes(value: unknown): number | undefined | 'wrong' {
  if (value === undefined) return undefined;
  const minutes =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value !== ''
        ? Number(value)
        : Number.NaN;
  const isRight = Number.isInteger(minutes) && minutes >= 0 && minutes <= longestMaintenanceMinutes;
  return isRight ? minutes : 'wrong';
}

function parseMoment(value: unknown): number | undefined | 'wrong' {
  if (value === undefined) return undefined;
  const ms = typeof value === 'string' && momentPattern.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? 'wrong' : ms;
}
