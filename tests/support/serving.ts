import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of a test, on a free port of this machine. */
export interface Serving {
  /** Its address, without a slash at the end. */
  readonly baseUrl: string;
  /** Ends it, and what is under way there. */
  readonly close: () => Promise<void>;
}

export async function serve(server: Server): Promise<Serving> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
