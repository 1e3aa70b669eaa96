import type { AddressInfo, Server, Socket } from 'node:net';

/** A server of a test, on a free port of this machine. */
export interface Serving {
  readonly port: number;
  /** Its address, without a slash at the end. */
  readonly baseUrl: string;
  /** How many connections were accepted. */
  readonly connections: () => number;
  /** Ends it, and what is under way there. */
  readonly close: () => Promise<void>;
}

export async function serve(server: Server): Promise<Serving> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}`,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Works with what is being opened, such as a server, and closes it in the end. */
export async function whileOpen<Open extends { readonly close: () => Promise<unknown> }, Result>(
  opening: Promise<Open>,
  work: (open: Open) => Promise<Result>,
): Promise<Result> {
  const open = await opening;
  try {
    return await work(open);
  } finally {
    await open.close();
  }
}
