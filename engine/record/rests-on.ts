import { catalogue } from '../../contract/catalogue.ts';
import { endpointOf } from '../../contract/endpoints.ts';
import { judgeAll } from '../../contract/judge.ts';
import type { SentRequest } from '../../contract/request.ts';
import type { AskedAt, RunScope } from '../../contract/scope.ts';
import { verdictKey } from '../../contract/verdict.ts';
import type { CollectedEvidence } from '../evidence/collected-evidence.ts';

/** The requests on which failures rest, by `verdictKey`. */
export type RestsOn = ReadonlyMap<string, readonly (AskedAt & { readonly request: SentRequest })[]>;

/** The requests on which each failure of a run rests: a second look asks exactly these again. Pure. */
export function restsOnOf(collected: CollectedEvidence, { checkCases }: RunScope): RestsOn {
  const exchanges = new Map(collected.exchanges().map((exchange) => [exchange.id, exchange]));
  const failures = judgeAll(checkCases, collected.evidence(), catalogue).filter(
    ({ outcome }) => outcome === 'fail',
  );
  return new Map(
    failures.map((verdict) => {
      const ids = verdict.restsOn ?? (verdict.exchange === undefined ? [] : [verdict.exchange]);
      const asked = ids.flatMap((id) => {
        const exchange = exchanges.get(id);
        return exchange === undefined
          ? []
          : [{ endpoint: endpointOf(exchange.endpoint), request: exchange.request }];
      });
      return [verdictKey(verdict), asked];
    }),
  );
}
