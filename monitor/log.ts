import pino, { type DestinationStream, type Logger } from 'pino';
import { placeholder, type Redaction } from '../engine/evidence/redaction.ts';
import { escapeUnsafe } from '../reports/json.ts';

export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

/** Fields whose values are ours: words of the outer contract, ids and times. */
const structuralFields: readonly string[] = [
  'level',
  'time',
  'installation',
  'tier',
  'from',
  'to',
  'run',
  'history',
  'version',
];

/** User and password in an address, whosever it is. */
const userInAddress = /:\/\/[^\s/?#@"]{1,256}@/g;

/**
 * Makes the log of the monitor: one line of JSON an event, without any part of a secret.
 * @param hidden what no line may show
 */
export function makeLog(
  hidden: Pick<Redaction, 'parts'>,
  destination: { readonly write: (line: string) => void } = process.stdout,
): Log {
  const clean = (text: string): string => hidden.parts(text.replaceAll(userInAddress, `://${placeholder}@`));
  const stream: DestinationStream = {
    write(line) {
      const fields = Object.entries(JSON.parse(line) as object).map(([name, value]) => [
        name,
        structuralFields.includes(name) ? value : mapTexts(value, clean),
      ]);
      destination.write(`${escapeUnsafe(JSON.stringify(Object.fromEntries(fields)))}\n`);
    },
  };
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}

/** Changes the texts of a value, at any depth, but no name of a field. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]));
}
