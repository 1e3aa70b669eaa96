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
    const own = shown.filter((one) => one.key === key && one.status === status && one.url.endsWith(path));
    const evidence = own.find(({ headers }) => headers !== undefined) ?? own[0];
    return evidence === undefined ? exchange : { ...exchange, evidence };
  });
}
