import { nextOfCron } from './rule.ts';

/** A maintenance window that an operator started or planned. */
export interface OperatorWindow {
  /** Identifies the window to end; missing from earlier versions. */
  readonly id?: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** Why, as a phrase. */
  readonly reason?: string;
}

/** A maintenance window: runs in it do not count. */
export interface Window extends OperatorWindow {
  readonly source: 'schedule' | 'one-off' | 'operator';
}

/** A configured window: repeated by a cron expression, or once. */
export type WindowRule = { readonly reason?: string } & (
  | { readonly cron: string; readonly timezone: string; readonly durationMs: number }
  | { readonly fromMs: number; readonly toMs: number }
);

/** The operators' maintenance. */
export interface OperatorMaintenance {
  readonly operatorWindows: readonly OperatorWindow[];
  /** When configured windows were last ended early: it applies to those open then. */
  readonly windowsEndedMs?: number;
}

/** The maximum number of windows computed for one rule. */
const mostWindows = 50;

/** All windows that overlap the time from `fromMs` to `toMs`, by start time. Pure. */
export function windowsBetween(
  rules: readonly WindowRule[],
  { operatorWindows, windowsEndedMs }: OperatorMaintenance,
  fromMs: number,
  toMs: number,
): readonly Window[] {
  const configured = rules.flatMap((rule): Window[] =>
    'cron' in rule ? repeated(rule, fromMs, toMs) : [{ ...rule, source: 'one-off' }],
  );
  return [
    ...configured.map((window) => endedAt(window, windowsEndedMs)),
    ...operatorWindows.map((window) => ({ ...window, source: 'operator' as const })),
  ]
    .filter((window) => window.fromMs < toMs && window.toMs > fromMs)
    .sort((one, other) => one.fromMs - other.fromMs);
}

function endedAt(window: Window, endedMs: number | undefined): Window {
  const wasOpen = endedMs !== undefined && window.fromMs <= endedMs && endedMs < window.toMs;
  return wasOpen ? { ...window, toMs: endedMs } : window;
}

function repeated(rule: Extract<WindowRule, { cron: string }>, fromMs: number, toMs: number): Window[] {
  const windows: Window[] = [];
  const reason = rule.reason === undefined ? {} : { reason: rule.reason };
  let next = nextOfCron(rule.cron, rule.timezone, fromMs - rule.durationMs);
  while (next !== undefined && next < toMs && windows.length < mostWindows) {
    windows.push({ fromMs: next, toMs: next + rule.durationMs, source: 'schedule', ...reason });
    next = nextOfCron(rule.cron, rule.timezone, next);
  }
  return windows;
}
