import picocolors from 'picocolors';
import pino, { type DestinationStream, type Logger } from 'pino';
import { placeholder, type Redaction } from '../engine/evidence/redaction.ts';
import { escapeUnsafe } from '../reports/json.ts';
import { sanitize } from '../reports/sanitize.ts';

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

const levelWords: Readonly<Record<number, string>> = { 40: 'warning', 50: 'error', 60: 'fault' };
const namesColumn = 16;

/** Where the lines of the log go. */
interface LogTarget {
  readonly write: (line: string) => unknown;
}

/**
 * Shows the log to a person: a line an event, its time by the clock of this machine, and the address of the pages alone before
 * the others. A program that reads the log gets the lines of JSON, if standard output is redirected.
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
