import picocolors from 'picocolors';
import { sanitize } from '../reports/sanitize.ts';

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
