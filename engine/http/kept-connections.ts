import type { Connection } from './connection.ts';

/**
 * A connection to an installation that stays open between its runs, for as long as the server holds it. One takes 18 kB: of thousands
 * of installations, all those of a run would take more memory than everything else that is known of them.
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
    /** Takes it, if it is open. */
    take(): Connection | undefined {
      const taken = release();
      taken?.resume();
      return taken;
    },
    /** Keeps one that is idle, or closes it if another one is kept. */
    keep(connection: Connection): void {
      if (isClosed || idle !== undefined || !connection.isOpen()) void connection.close();
      else {
        idle = connection;
        endWatch = connection.whenEnded(() => void release()?.close());
      }
    },
    /** Closes it, and keeps none from then on. */
    async close(): Promise<void> {
      isClosed = true;
      await release()?.close();
    },
  };
}
