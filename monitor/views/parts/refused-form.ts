import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import type { ActionsView } from '../installation-model.ts';

/** What stood in a field of this form when it was refused; nothing where it was not. */
export function typedIn({ refused }: ActionsView, action: string, field: string): string | undefined {
  return refused?.action === action ? refused.values[field] : undefined;
}

/** The attribute of an input that keeps what was typed. @param initial what stands in the form as it comes */
export function keptValue(
  actions: ActionsView,
  action: string,
  field: string,
  initial?: string,
): Markup | '' {
  const value = typedIn(actions, action, field) ?? initial;
  return value === undefined ? '' : html` value="${value}"`;
}
