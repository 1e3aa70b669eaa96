import type { ServiceSettings } from './configuration/service-settings.ts';
import type { OtlpOptions } from './telemetry/otlp.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

/**
 * Starts the export to the collector of OTEL_EXPORTER_OTLP_ENDPOINT; nothing is loaded without one. Clusters set that variable
 * for everything that runs in them, so that a monitor without the packages goes on without the export, and says so.
 */
export async function openTelemetry(
  { otlpEndpoint: endpoint, otlpHeaders: headers = {} }: ServiceSettings,
  options: Omit<OtlpOptions, 'endpoint' | 'headers'>,
): Promise<Telemetry | undefined> {
  if (endpoint === undefined) return undefined;
  const otlp = await import('./telemetry/otlp.ts').catch((thrown: unknown) => {
    const isMissing = thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing) throw thrown;
    options.log.error(
      { install: `npm install ${packages.join(' ')}` },
      'nothing is exported: OpenTelemetry is not installed beside evidence-contract',
    );
    return undefined;
  });
  return otlp?.startOtlp({ endpoint, headers, ...options });
}

/** The optional peers that the export needs, as package.json has them. */
export const packages = [
  '@opentelemetry/api@1.9.1',
  '@opentelemetry/core@2.12.0',
  '@opentelemetry/exporter-metrics-otlp-http@0.223.0',
  '@opentelemetry/exporter-trace-otlp-http@0.223.0',
  '@opentelemetry/resources@2.12.0',
  '@opentelemetry/sdk-metrics@2.12.0',
  '@opentelemetry/sdk-trace@2.12.0',
] as const;
