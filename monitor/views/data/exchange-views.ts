import type { KeptExchange, KeptFailure } from '../../model.ts';
import type { ExchangeView } from '../run-model.ts';

/** Exchanges, each with the evidence of a failure that it shows: both are about the same request. Pure. */
export function exchangeViews(
  exchanges: readonly KeptExchange[],
  failures: readonly KeptFailure[],
): readonly ExchangeView[] {
  const shown = failures.flatMap(({ evidence }) => (evidence === undefined ? [] : [evidence]));
  return exchanges.map((exchange) => {
    const { key, status, path } = exchange;
    const evidence = shown.find((one) => one.key === key && one.status === status && one.url.endsWith(path));
    return evidence === undefined ? exchange : { ...exchange, evidence };
  });
}
