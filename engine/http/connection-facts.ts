import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { ConnectionFacts } from '../../contract/judging/exchange.ts';

/** What an established connection shows of itself. */
export function factsOf(socket: Socket): ConnectionFacts {
  const ipProtocol = ({ IPv4: 4, IPv6: 6 } as const)[socket.remoteFamily ?? ''];
  const tlsVersion = socket instanceof TLSSocket ? socket.getProtocol() : null;
  return {
    ...(ipProtocol === undefined ? {} : { ipProtocol }),
    ...(tlsVersion === null ? {} : { tlsVersion: tlsVersion.replace(/^TLSv/, 'TLS ') }),
  };
}

/** The longest beginning of an answer that shows whether it is an interim one; 101 is not one, it ends HTTP. */
const beginning = 'HTTP/1.1 1';
const interim = /^HTTP\/1\.1 1(?!01)\d\d/;
const longestInterim = 64 * 1024;

/**
 * Skips interim answers, which a server or proxy may send unasked (RFC 9110, 15.2): undici takes status 100 for the end of the
 * connection. Reports the version of HTTP that the first answer of the connection says,
 * which undici does not: it takes every 1.x alike. undici reads each chunk by `read`.
 * @returns to be called when a request is sent: what comes next is the beginning of an answer
 */
export function watchFirstBytes(socket: Socket, report: (version: string) => void): () => void {
  const read = socket.read;
  let isAtStart = true;
  let isReported = false;
  let held: Buffer = Buffer.alloc(0);
  socket.read = function readFirst(this: Socket, size?: number): unknown {
    const chunk: unknown = read.call(socket, size);
    if (!isAtStart || !Buffer.isBuffer(chunk)) return chunk;
    held = withoutInterim(Buffer.concat([held, chunk]));
    // It may be the beginning of an interim answer whose rest has not come yet.
    if (mayBeInterim(held) && held.length < longestInterim) return null;
    isAtStart = false;
    const [, version] = /^HTTP\/(\d\.\d) /.exec(held.toString('latin1', 0, 9)) ?? [];
    if (version !== undefined && !isReported) report(version);
    isReported = true;
    const whole = held;
    held = Buffer.alloc(0);
    return whole;
  };
  return () => {
    isAtStart = true;
  };
}

/** The bytes after all interim answers that are complete. */
function withoutInterim(bytes: Buffer): Buffer {
  let rest = bytes;
  while (interim.test(startOf(rest))) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return rest;
    rest = rest.subarray(end + 4);
  }
  return rest;
}

function mayBeInterim(bytes: Buffer): boolean {
  const start = startOf(bytes);
  return start.length < 12 ? start.startsWith(beginning) || beginning.startsWith(start) : interim.test(start);
}

function startOf(bytes: Buffer): string {
  return bytes.toString('latin1', 0, 12);
}
