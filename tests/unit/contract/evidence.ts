import type { CheckRequest, CheckRequests } from '../../../contract/checks/check.ts';
import { type Endpoint, endpointOf } from '../../../contract/document/endpoints.ts';
import { type Evidence, makeEvidence } from '../../../contract/judging/evidence.ts';
import type { Exchange } from '../../../contract/judging/exchange.ts';
import { presentedBy, type RequestSpec, type SentRequest } from '../../../contract/judging/request.ts';
import type { FhirIssue, FhirReport } from '../../../fhir/index.ts';
import { exchangeWith, type Written } from '../engine/exchanges.ts';

/** An answer with the details that only some judges and observers read. */
export interface Seen extends Written {
  readonly url?: string;
  readonly idIsPinned?: true;
  readonly idIsListed?: true;
  readonly bundleHash?: string;
  /** Issues that the FHIR validator reported; without them the resource is valid. */
  readonly issues?: readonly FhirIssue[];
  readonly omittedIssues?: number;
  readonly releases?: FhirReport['releasesByType'];
}

/** Requests that a check sees without declaring them, by their names in the tables. */
const others: Readonly<Record<string, RequestSpec>> = {
  header: { key: 'header' },
  query: { key: 'query' },
  none: { key: 'none' },
  wrongHeader: { key: 'wrong-header' },
  wrongQuery: { key: 'wrong-query' },
  emptyHeader: { key: 'empty-header' },
  percentQuery: { key: 'percent-query' },
  otherUser: { key: 'second-header' },
  otherUserByQuery: { key: 'second-query' },
  second: { key: 'header', id: 'second' },
  unknown: { key: 'header', id: 'unknown' },
  created: { key: 'header', id: 'created' },
  page: { key: 'header', page: 'next' },
  noAccept: { key: 'header', accept: 'missing' },
  named: { key: 'header', project: 'named' },
  odd: { key: 'header', headers: { accept: 'application/xml' } },
  otherPath: { key: 'header', path: '/api/v4/citations' },
  valid: { key: 'header', body: 'valid' },
  wrongHeaderImport: { key: 'wrong-header', body: 'refusable' },
  notJson: { key: 'header', body: 'not-json' },
};

function exchangeFrom({
  url,
  idIsPinned,
  idIsListed,
  bundleHash,
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
    ...(bundleHash === undefined ? {} : { bundleHash }),
    ...(answer === undefined ? {} : { answer: { ...answer, ...fhir } }),
  };
}

function requestOf(declared: CheckRequest | RequestSpec): SentRequest {
  const { optional: _, more: __, sampled: ___, at: ____, ...request }: CheckRequest = declared;
  return presentedBy(request, 'header');
}

/**
 * Evidence for one check or observer: the answers to its requests, by their names in its entry or in `others`. A key that
 * may be presented either way was presented in the header.
 */
export function evidenceOf(
  endpoint: Endpoint,
  requests: CheckRequests,
  seen: Readonly<Record<string, Seen>>,
): Evidence {
  const exchanges = Object.entries(seen).map(([name, one]) => {
    const request: CheckRequest | undefined = requests[name] ?? others[name];
    if (request === undefined) throw new Error(`No request is named ${name}.`);
    const at = request.at === undefined ? endpoint : endpointOf(request.at);
    return { ...exchangeFrom({ endpoint: at.id, request: requestOf(request), ...one }), id: name };
  });
  return makeEvidence({ exchanges, notAsked: new Map(), has: () => true });
}
