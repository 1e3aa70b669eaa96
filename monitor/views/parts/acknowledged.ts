import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { texts } from '../texts.ts';
import type { AcknowledgedView } from '../view-model.ts';
import { moment } from './times.ts';

/** What an operator knows of what is wrong: until when, and why. */
export function acknowledgedLine({ until, who, reason }: AcknowledgedView): Markup {
  return texts.incidents.known.line(moment(until), sanitize(reason), sanitize(who));
}
