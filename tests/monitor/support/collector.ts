import { createServer } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { serve } from '../../support/serving.ts';

interface OtlpAttribute {
  readonly key: string;
  /** A field by its type, such as `stringValue`. */
  readonly value: Readonly<Record<string, unknown>>;
}

export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly OtlpAttribute[];
  readonly status: { readonly code: number; readonly message?: string };
}

interface OtlpPoint {
  readonly attributes: readonly OtlpAttribute[];
  readonly asDouble?: number;
  readonly asInt?: number | string;
  readonly count?: number;
  readonly sum?: number;
  readonly bucketCounts?: readonly number[];
  readonly explicitBounds?: readonly number[];
}

export interface OtlpMetric {
  readonly name: string;
  readonly gauge?: { readonly dataPoints: readonly OtlpPoint[] };
  readonly sum?: { readonly dataPoints: readonly OtlpPoint[]; readonly isMonotonic: boolean };
  readonly histogram?: { readonly dataPoints: readonly OtlpPoint[] };
}

interface Scoped {
  readonly resource: { readonly attributes: readonly OtlpAttribute[] };
  readonly scopeSpans?: readonly { readonly spans: readonly OtlpSpan[] }[];
  readonly scopeMetrics?: readonly { readonly metrics: readonly OtlpMetric[] }[];
}

/** A receiver of OTLP over HTTP. */
export interface Collector {
  readonly url: string;
  /** Everything that came, as text. */
  readonly texts: readonly {
    readonly path: string;
    readonly authorization?: string;
    readonly text: string;
  }[];
  readonly spans: () => readonly OtlpSpan[];
  /** Of the last export. */
  readonly metrics: () => readonly OtlpMetric[];
  readonly resources: () => readonly Readonly<Record<string, unknown>>[];
  readonly close: () => Promise<void>;
}

/** Attributes by their names. */
export function attributesOf({
  attributes,
}: {
  readonly attributes: readonly OtlpAttribute[];
}): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

/** Starts one. @param status what it answers */
export async function startCollector(status: () => number = () => 200): Promise<Collector> {
  const texts: { path: string; authorization?: string; text: string }[] = [];
  const server = createServer(async (request, response) => {
    const { url: path = '', headers } = request;
    const { authorization } = headers;
    const text = await textOf(request);
    texts.push({ path, text, ...(authorization === undefined ? {} : { authorization }) });
    response.writeHead(status(), { 'content-type': 'application/json' }).end('{}');
  });
  const { baseUrl, close } = await serve(server);
  const scoped = (path: string, field: 'resourceSpans' | 'resourceMetrics'): readonly (readonly Scoped[])[] =>
    texts
      .filter((one) => one.path === path)
      .map(({ text }) => (JSON.parse(text) as Readonly<Record<string, readonly Scoped[]>>)[field] ?? []);
  return {
    url: baseUrl,
    texts,
    spans: () =>
      scoped('/v1/traces', 'resourceSpans')
        .flat()
        .flatMap(({ scopeSpans = [] }) => scopeSpans.flatMap(({ spans }) => spans)),
    metrics: () =>
      (scoped('/v1/metrics', 'resourceMetrics').at(-1) ?? []).flatMap(({ scopeMetrics = [] }) =>
        scopeMetrics.flatMap(({ metrics }) => metrics),
      ),
    resources: () =>
      [...scoped('/v1/traces', 'resourceSpans'), ...scoped('/v1/metrics', 'resourceMetrics')]
        .flat()
        .map(({ resource }) => attributesOf(resource)),
    close,
  };
}
