import { expect } from '@playwright/test';
import type { Asks } from '../../../contract/check.ts';
import type { Endpoint } from '../../../contract/endpoints.ts';
import type { Exchange, SentBundle } from '../../../contract/exchange.ts';
import type { Evidence } from '../../../contract/judge.ts';
import { requestSpecId } from '../../../contract/request.ts';
import type { FhirIssue, FhirReport } from '../../../fhir/index.ts';
import { exchangeWith, type Written } from '../engine/exchanges.ts';

/** What came back, where a judge or an observer looks at more than tests usually write. */
export interface Seen extends Written {
  readonly url?: string;
  readonly idIsPinned?: true;
  readonly idIsListed?: true;
  readonly sentBundle?: SentBundle;
  /** What the FHIR validator reported: it is valid where there are no issues. */
  readonly issues?: readonly FhirIssue[];
  readonly omittedIssues?: number;
  readonly releases?: FhirReport['releasesByType'];
}

function exchangeFrom({
  url,
  idIsPinned,
  idIsListed,
  sentBundle,
  issues,
  omittedIssues = 0,
  releases,
  ...written
}: Seen): Exchange {
  const exchange = exchangeWith(written);
  const { answer } = exchange;
  const report: FhirReport = {
    valid: issues === undefined,
    releasesByType: releases ?? {},
    issues: issues ?? [],
    omittedIssues,
  };
  const fhir = issues === undefined && releases === undefined ? {} : { fhir: report };
  return {
    ...exchange,
    ...(url === undefined ? {} : { url }),
    ...(idIsPinned === undefined ? {} : { idIsPinned }),
    ...(idIsListed === undefined ? {} : { idIsListed }),
    ...(sentBundle === undefined ? {} : { sentBundle }),
    ...(answer === undefined ? {} : { answer: { ...answer, ...fhir } }),
  };
}

/** The evidence of one check or observer, whose requests were answered like this, by their names in its entry. */
export function evidenceOf(
  endpoint: Endpoint,
  asks: Asks,
  seen: Readonly<Record<string, Seen>>,
): Pick<Evidence, 'has' | 'of'> {
  expect(Object.keys(asks), 'the requests that the entry names').toEqual(
    expect.arrayContaining(Object.keys(seen)),
  );
  const byRequest = new Map(
    Object.entries(seen).flatMap(([name, one]) => {
      const ask = asks[name];
      if (ask === undefined) return [];
      const { optional: _, more: __, ...request } = ask;
      const exchange = exchangeFrom({ endpoint: endpoint.id, request, ...one });
      return [[requestSpecId(request), { ...exchange, id: name }] as const];
    }),
  );
  return { has: () => true, of: (_, request) => byRequest.get(requestSpecId(request)) };
}
