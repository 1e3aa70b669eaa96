import compression from 'compression';
import type { RequestHandler } from 'express';
import { sendNoInstallation } from '../http/errors.ts';
import { contentTypes, type Exposition } from '../metrics/exposition.ts';
import type { Metrics } from '../metrics/metrics.ts';

/**
 * The forms, with every parameter that a client may ask for. Prometheus says how it wants names escaped, too, which the names
 * of this monitor never need.
 */
const offers: readonly (readonly [string, Exposition])[] = [
  [contentTypes.prometheus, 'prometheus'],
  ...['allow-utf-8', 'underscores', 'dots', 'values'].map(
    (escaping) => [`${contentTypes.openmetrics}; escaping=${escaping}`, 'openmetrics'] as const,
  ),
];

/**
 * `/metrics`, in the form and the encoding that the client accepts, or what it leaves out of one installation. A thousand
 * installations have 2.5 MB of it.
 */
export function metricsRoute(metrics: Metrics): readonly RequestHandler[] {
  return [
    // It knows OpenMetrics by no type that it would compress. Each piece waits for a turn of the event loop: few are faster.
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
