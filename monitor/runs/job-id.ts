import { createHash, randomUUID } from 'node:crypto';
import type { RunRequest } from './run-queue.ts';

/**
 * The id of the job of a run: the same from every monitor where a schedule makes it due, so that the database keeps one of
 * them. Each wish of an operator has its own.
 */
export function jobIdOf({ installation, location, slot, due }: RunRequest): string {
  if (due === undefined) return randomUUID();
  const time = due.kind === 'time' ? due.atMs : due.afterMs;
  const digest = createHash('sha256')
    .update(
      JSON.stringify([installation, slot, due.kind, time, ...(location === undefined ? [] : [location])]),
    )
    .digest();
  // Bits of version 8: a UUID of one's own making.
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
