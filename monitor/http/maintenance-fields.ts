import type { Request } from 'express';
import { texts } from '../pages/shared/texts.ts';
import { longestReason, type MaintenanceRequest } from '../running/maintenance-actions.ts';
import { bodyField, textOf } from './request-fields.ts';

/** Parses a maintenance request from a form or a JSON body. */

export const longestMaintenanceMinutes = 10_080;
const minuteMs = 60_000;
const furthestAheadMs = 366 * 86_400_000;
const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

const { problems } = texts.actions;

/** The request in a JSON body, or a sentence about the mistake in it. */
export function parseMaintenance(request: Request, nowMs: number): MaintenanceRequest | string {
  const minutes = parseMinutes(bodyField(request, 'minutes'));
  const [from, to] = ['from', 'to'].map((name) => parseMoment(bodyField(request, name)));
  if (minutes === 'wrong') return problems.minutes(longestMaintenanceMinutes);
  if (from === 'wrong' || to === 'wrong') return problems.times;
  if (minutes === undefined && to === undefined) return problems.minutesOrTimes(longestMaintenanceMinutes);
  if (minutes !== undefined && to !== undefined) return problems.minutesAndTo;
  if (minutes === 0) return from === undefined ? { kind: 'end' } : problems.endWithFrom;
  const fromMs = from ?? nowMs;
  return windowOf(fromMs, to ?? fromMs + (minutes ?? 0) * minuteMs, bodyField(request, 'reason'), nowMs);
}

/** The window planned by a form; its times are in UTC, and browsers omit the zone. */
export function parsePlan(request: Request, nowMs: number): MaintenanceRequest | string {
  const [from, to] = ['from', 'to'].map((name) => parseMomentInUtc(textOf(bodyField(request, name)) ?? ''));
  if (from === undefined || to === undefined) return problems.formTimes;
  return windowOf(from, to, bodyField(request, 'reason'), nowMs);
}

function windowOf(fromMs: number, toMs: number, reason: unknown, nowMs: number): MaintenanceRequest | string {
  if (toMs <= fromMs) return problems.endsFirst;
  if (toMs <= nowMs) return problems.isOver;
  if (toMs - Math.max(fromMs, nowMs) > longestMaintenanceMinutes * minuteMs)
    return problems.tooLong(longestMaintenanceMinutes);
  if (fromMs - nowMs > furthestAheadMs) return problems.tooFar;
  if (reason !== undefined && typeof reason !== 'string') return problems.reasonNoText;
  if (reason !== undefined && reason.length > longestReason) return problems.reasonTooLong(longestReason);
  return { kind: 'window', fromMs, toMs, reason };
}

/** The minutes of maintenance in a form; undefined if they are invalid. */
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

/** A moment as browsers send it or people write it, with or without a zone; undefined if the text is not a moment. */
export function parseMomentInUtc(text: string): number | undefined {
  const iso = text.trim().replace(' ', 'T');
  const ms = parseMoment(/[Z+]|-\d\d:\d\d$/.test(iso) ? iso : `${iso}Z`);
  return ms === 'wrong' ? undefined : ms;
}

function parseMoment(value: unknown): number | undefined | 'wrong' {
  if (value === undefined) return undefined;
  const ms = typeof value === 'string' && momentPattern.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? 'wrong' : ms;
}
