import { nextOfCron } from './rule.ts';

/** A maintenance window: runs in it do not count. */
export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
  readonly source: 'schedule' | 'one-off' | 'operator';
}

/** As configured: repeated by a cron expression, or once. */
export type WindowRule =
  | { readonly cron: string; readonly timezone: string; readonly durationMs: number }
  | { readonly fromMs: number; readonly toMs: number };

/** The most windows that are computed for one rule. */
const mostWindows = 50;

/** All windows that touch the time from `fromMs` to `toMs`, in order of their beginning. Pure. */
export function windowsBetween(
  rules: readonly WindowRule[],
  operator: readonly Omit<Window, 'source'>[],
  fromMs: number,
  toMs: number,
): readonly Window[] {
  const windows: Window[] = rules.flatMap((rule) =>
    'cron' in rule ? repeated(rule, fromMs, toMs) : [{ ...rule, source: 'one-off' as const }],
  );
  windows.push(...operator.map((window) => ({ ...window, source: 'operator' as const })));
  return windows
    .filter((window) => window.fromMs < toMs && window.toMs > fromMs)
    .sort((one, other) => one.fromMs - other.fromMs);
}

/** True when some window covers this moment: its beginning belongs to it, its end does not. */
export function isInWindow(
  rules: readonly WindowRule[],
  operator: readonly Omit<Window, 'source'>[],
  atMs: number,
): boolean {
  return windowsBetween(rules, operator, atMs, atMs + 1).length > 0;
}

function repeated(rule: Extract<WindowRule, { cron: string }>, fromMs: number, toMs: number): Window[] {
  const windows: Window[] = [];
  let next = nextOfCron(rule.cron, rule.timezone, fromMs - rule.durationMs);
  while (next !== undefined && next < toMs && windows.length < mostWindows) {
    windows.push({ fromMs: next, toMs: next + rule.durationMs, source: 'schedule' });
    next = nextOfCron(rule.cron, rule.timezone, next);
  }
  return windows;
}
