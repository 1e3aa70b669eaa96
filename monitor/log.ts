import pino, { type DestinationStream, type Logger } from 'pino';
import { redactionOf } from '../engine/evidence/redaction.ts';
import type { Secret } from '../engine/secret.ts';

export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

/**
 * Makes the log of the monitor: one line of JSON an event, without any part of a secret.
 * @param secrets asked for at each line, since a reload can add some
 */
export function makeLog(
  secrets: () => readonly Secret[],
  destination: { readonly write: (line: string) => void } = process.stdout,
): Log {
  let known: readonly Secret[] = [];
  let redaction = redactionOf(known);
  const clean: DestinationStream = {
    write(line) {
      const now = secrets();
      if (now !== known) {
        known = now;
        redaction = redactionOf(known);
      }
      destination.write(redaction.parts(line));
    },
  };
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, clean);
}
