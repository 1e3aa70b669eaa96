import type { Exchange } from '../contract/judging/exchange.ts';

/** Shows the progress of a run on standard error. */
export interface Progress {
  readonly onExchange: (exchange: Exchange) => void;
  readonly finish: () => void;
}

/**
 * The assumed width of a terminal that reports no columns, such as those of editors: a longer line could not be
 * overwritten.
 */
const usualColumns = 80;

/** Without a terminal, print a line after this many requests. */
const requestsPerLine = 25;

/**
 * Updates one line in place on a terminal; elsewhere prints a line now and then.
 * @param atMost upper bound of the number of requests
 */
export function showProgress(name: string, atMost: number, stream: NodeJS.WriteStream): Progress {
  let done = 0;
  const isTerminal = stream.isTTY === true;
  const line = (): string => `${name}: ${done} of at most ${atMost} requests`;
  return {
    onExchange(exchange) {
      done += 1;
      if (isTerminal) {
        const columns = stream.columns || usualColumns;
        const text = `${line()} · ${exchange.endpoint}`.slice(0, Math.max(20, columns - 1));
        stream.write(`\r\u001b[K${text}`);
      } else if (done % requestsPerLine === 0) stream.write(`${line()}\n`);
    },
    finish() {
      if (isTerminal) stream.write('\r\u001b[K');
    },
  };
}
