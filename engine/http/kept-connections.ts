import type { Connection } from './connection.ts';

/**
 * A connection to an installation that stays open between its runs, for as long as the server keeps it. One takes 18
 * kB: with thousands of installations, keeping all connections would take more memory than everything else.
 */
export type KeptConnections = ReturnType<typeof makeKeptConnections>;

/** Makes an empty store. */
export function makeKeptConnections() {
  let idle: Connection | undefined;
  let endWatch = (): void => undefined;
  let isClosed = false;
  const release = (): Connection | undefined => {
    const released = idle;
    endWatch();
    idle = undefined;
    return released;
  };
  return {
    /** Takes the connection, if it is open. */
    take(): Connection | undefined {
      const taken = release();
      taken?.resume();
      return taken;
    },
    /** Keeps an idle connection, or closes it if another one is kept. */
    keep(connection: Connection): void {
      if (isClosed || idle !== undefined || !connection.isOpen()) void connection.close();
      else {
        idle = connection;
        endWatch = connection.whenEnded(() => void release()?.close());
      }
    },
    /** Closes the connection, and keeps none from then on. */
    async close(): Promise<void> {
      isClosed = true;
      await release()?.close();
    },
  };
}
