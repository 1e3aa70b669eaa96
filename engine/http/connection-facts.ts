import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { ConnectionFacts } from '../../contract/exchange.ts';

/** What an established connection shows of itself. */
export function factsOf(socket: Socket): ConnectionFacts {
  const ipProtocol = ({ IPv4: 4, IPv6: 6 } as const)[socket.remoteFamily ?? ''];
  const tlsVersion = socket instanceof TLSSocket ? socket.getProtocol() : null;
  return {
    ...(ipProtocol === undefined ? {} : { ipProtocol }),
    ...(tlsVersion === null ? {} : { tlsVersion: tlsVersion.replace(/^TLSv/, 'TLS ') }),
  };
}

/**
 * Reports the version of HTTP that the first answer on a connection says. undici does not: it takes every 1.x alike, and
 * reads each chunk by `read`.
 */
export function watchHttpVersion(socket: Socket, report: (version: string) => void): void {
  const read = socket.read;
  socket.read = function readFirst(this: Socket, size?: number): unknown {
    const chunk: unknown = read.call(socket, size);
    if (!Buffer.isBuffer(chunk)) return chunk;
    socket.read = read;
    const [, version] = /^HTTP\/(\d\.\d) /.exec(chunk.toString('latin1', 0, 9)) ?? [];
    if (version !== undefined) report(version);
    return chunk;
  };
}
