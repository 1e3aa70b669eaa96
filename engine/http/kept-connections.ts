import type { Connection } from './connection.ts';

/** Connections to one installation that stay open between its runs, for as long as the server holds them. */
export interface KeptConnections {
  /** Takes one that is open; nothing if there is none. */
  readonly take: () => Connection | undefined;
  /** Keeps one that is idle, or closes it if another one is kept. */
  readonly keep: (connection: Connection) => void;
  /** Closes all, and keeps none from then on. */
  readonly close: () => Promise<void>;
}

/**
 * One takes 18 kB: of thousands of installations, all those of a run would take more memory than everything else that is
 * known of them.
 */
const mostKept = 1;

/** Makes an empty store of connections. */
export function makeKeptConnections(): KeptConnections {
  /** Each with the function that ends the watch over it. */
  const idle = new Map<Connection, () => void>();
  let isClosed = false;
  const release = (connection: Connection): void => {
    idle.get(connection)?.();
    idle.delete(connection);
  };
  const end = (connection: Connection): Promise<void> => {
    release(connection);
    return connection.close();
  };
  return {
    take() {
      const [connection] = idle.keys();
      if (connection === undefined) return undefined;
      release(connection);
      connection.resume();
      return connection;
    },
    keep(connection) {
      if (isClosed || idle.size >= mostKept || !connection.isOpen()) void connection.close();
      else
        idle.set(
          connection,
          connection.whenEnded(() => void end(connection)),
        );
    },
    async close() {
      isClosed = true;
      await Promise.all([...idle.keys()].map(end));
    },
  };
}
