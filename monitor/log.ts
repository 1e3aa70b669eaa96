import picocolors from 'picocolors';
import pino, { type DestinationStream, type Logger } from 'pino';
import { placeholder, type Redaction } from '../engine/evidence/redaction.ts';
import { escapeUnsafe } from '../reports/json.ts';
import { sanitize } from '../reports/sanitize.ts';

export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

/** Fields with values of our own: words of the outer contract, ids and times. */
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

/** User and password in any address. */
const userInAddress = /:\/\/[^\s/?#@"]{1,256}@/g;

/**
 * Makes the log of the monitor: one JSON line per event, without any part of a secret.
 * @param hidden the secrets to remove
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

/** Changes the texts of a value, at any depth, but not the names of fields. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]));
}

const levelWords: Readonly<Record<number, string>> = { 40: 'warning', 50: 'error', 60: 'fault' };
const namesColumn = 16;

/** The destination of log lines. */
interface LogTarget {
  readonly write: (line: string) => unknown;
}

/**
 * Formats the log for a person: one line per event, with its local time, and the address of the pages alone before the
 * others. If standard output is redirected, a program that reads the log gets the JSON lines.
 */
export function readableLog(
  target: LogTarget,
  { colour }: { readonly colour: boolean },
): { readonly write: (line: string) => void } {
  const colours = picocolors.createColors(colour);
  return {
    write(line) {
      const { level, time, msg, installation, url, history, version, ...others } = JSON.parse(line) as Event;
      if (history !== undefined && url !== undefined) {
        const facts = colours.dim(`History: ${history}, suite ${version}. Ctrl+C ends it.`);
        target.write(`\n  ${colours.bold(String(url))}\n\n${facts}\n`);
        return;
      }
      const word = levelWords[level] ?? '';
      const paint = level >= 50 ? colours.red : level >= 40 ? colours.yellow : (text: string): string => text;
      const columns = [
        colours.dim(clock(time)),
        ...(installation === undefined ? [] : [shown(installation).padEnd(namesColumn)]),
        paint([word, shown(msg)].filter((one) => one !== '').join(': ')),
        colours.dim(rest(url === undefined ? others : { url, ...others })),
      ];
      target.write(`${columns.join('  ').trimEnd()}\n`);
    },
  };
}

interface Event {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly installation?: string;
  readonly url?: string;
  readonly history?: string;
  readonly version?: string;
}

function clock(time: string): string {
  return new Date(time).toTimeString().slice(0, 'HH:MM:SS'.length);
}

/** "unknown → conforming  run=0mwums"; in the order of the log. */
function rest({ from, to, ...others }: Readonly<Record<string, unknown>>): string {
  const change = from === undefined ? [] : [`${shown(from)} → ${shown(to)}`];
  return [...change, ...Object.entries(others).map(([name, value]) => `${name}=${shown(value)}`)].join('  ');
}

function shown(value: unknown): string {
  return sanitize(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}
