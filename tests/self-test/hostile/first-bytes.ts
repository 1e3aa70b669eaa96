import { once } from '../../support/once.ts';
import { flood, type RawRequest, type RawServerOptions } from './raw-server.ts';

export const ok = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
export const zeroes = Buffer.alloc(64 * 1024, '0');

/** Always answers with the same bytes; large ones are made at the first request. */
export function always(bytes: string | Buffer | (() => string | Buffer)): RawServerOptions {
  const written = typeof bytes === 'function' ? once(bytes) : () => bytes;
  return { onRequest: ({ socket }) => void socket.write(written()) };
}

/** Answers with these bytes and ends the connection. */
export function answerAndEnd(bytes: string): RawServerOptions {
  return { onRequest: ({ socket }) => void socket.end(bytes) };
}

/** Writes a beginning once, then the same bytes until the client gives up. */
export function endless(beginning: string, again: Buffer): RawServerOptions {
  return {
    onRequest(request: RawRequest) {
      request.socket.write(beginning);
      flood(request, again);
    },
  };
}

/** Writes one byte every half second until the client disconnects. */
export function drip(text: string): RawServerOptions {
  return {
    onRequest({ socket, gone }) {
      let sent = 0;
      const timer = setInterval(() => {
        if (gone()) return clearInterval(timer);
        socket.write(text[sent % text.length] ?? ' ');
        sent += 1;
      }, 500);
      socket.on('close', () => clearInterval(timer));
    },
  };
}
