import compression from 'compression';
import type { RequestHandler } from 'express';
import { sendNoInstallation } from '../http/errors.ts';
import { contentTypes, type Exposition } from '../metrics/exposition.ts';
import type { Metrics } from '../metrics/metrics.ts';

/**
 * The formats, with every parameter that a client may request. Prometheus also states how to escape names, which the
 * names of this monitor never need.
 */
const offers: readonly (readonly [string, Exposition])[] = [
  [contentTypes.prometheus, 'prometheus'],
  ...['allow-utf-8', 'underscores', 'dots', 'values'].map(
    (escaping) => [`${contentTypes.openmetrics}; escaping=${escaping}`, 'openmetrics'] as const,
  ),
];

/**
 * `/metrics` in the format and encoding that the client accepts, or the details of one installation, which it leaves
 * out. A thousand installations produce 2.5 MB.
 */
export function metricsRoute(metrics: Metrics): readonly RequestHandler[] {
  return [
    // The library does not recognise OpenMetrics as compressible. Each chunk waits for a turn of the event loop: few
    // are faster.
    compression({ filter: () => true, level: 1, chunkSize: 1_048_576 }) as RequestHandler,
    async (request, response) => {
      const accepted = request.accepts(offers.map(([type]) => type));
      const exposition = offers.find(([type]) => type === accepted)?.[1] ?? 'prometheus';
      const { installation } = request.query;
      const text =
        installation === undefined
          ? await metrics.text(exposition)
          : metrics.details(String(installation), exposition);
      if (text === undefined) return sendNoInstallation(response);
      response.vary('Accept').set('cache-control', 'no-store').set('content-type', contentTypes[exposition]);
      response.send(text);
    },
  ];
}
