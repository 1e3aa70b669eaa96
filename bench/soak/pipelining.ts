import { connect } from 'node:net';

/** The number of parallel connections, below the limit of one address. */
const connections = 50;
const requests = 2_000;
const everyMs = 1_000;

/** Once a second, floods pages of a monitor with pipelined requests, until it is stopped. */
export function startPipelining(url: string): () => void {
  const port = Number(new URL(url).port);
  let turn = 0;
  const flood = (): void => {
    turn += 1;
    const path = turn % 2 === 0 ? '/' : '/metrics';
    for (let number = 0; number < connections; number += 1) {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.on('error', () => undefined).resume();
      socket.setTimeout(everyMs, () => socket.destroy());
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(requests));
    }
  };
  const timer = setInterval(flood, everyMs);
  return () => clearInterval(timer);
}
