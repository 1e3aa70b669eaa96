import {
  type Attributes,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { stateOf } from '../../contract/state.ts';
import { type Installation, secretsOf } from '../../engine/configuration/installation.ts';
import { redactionOf } from '../../engine/evidence/redaction.ts';
import { findingsOf } from '../../engine/record/findings.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { Telemetry } from './telemetry.ts';

const propagator = new W3CTraceContextPropagator();

/**
 * Traces runs: one trace per run, with a span for each request. Names follow OpenTelemetry's conventions for HTTP. No
 * attribute contains the address of a request, or a key.
 */
export function makeRunTraces(tracer: Tracer): Telemetry['startRun'] {
  return (installation, { tier, trigger, id }) => {
    const clean = cleanerOf(installation);
    const { hostname, port, protocol } = new URL(installation.baseUrl);
    const server = {
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    };
    const run = tracer.startSpan(
      `run ${tier}`,
      {
        attributes: clean({
          ...server,
          'evidence_contract.installation': installation.name,
          'evidence_contract.group': installation.group,
          'evidence_contract.tier': tier,
          'evidence_contract.trigger': trigger,
          'evidence_contract.run_id': id,
        }),
      },
      ROOT_CONTEXT,
    );
    const context = trace.setSpan(ROOT_CONTEXT, run);
    return {
      tracer: {
        begin({ method, endpoint = '', key }) {
          const template = endpoint.slice(endpoint.indexOf(' ') + 1);
          const span = tracer.startSpan(
            `${method} ${template}`,
            {
              kind: SpanKind.CLIENT,
              attributes: clean({
                ...server,
                'http.request.method': method,
                'url.template': template,
                'evidence_contract.key': key,
              }),
            },
            context,
          );
          const headers: Record<string, string> = {};
          propagator.inject(trace.setSpan(context, span), headers, {
            set: (carrier: Record<string, string>, name, value) => {
              carrier[name] = value;
            },
          });
          return {
            headers,
            end(sent) {
              const { answer, failure } = sent ?? {};
              if (answer !== undefined) span.setAttribute('http.response.status_code', answer.status);
              // Many requests must be refused, for instance with a 401: only the run knows which refusals are wrong.
              const error =
                failure?.kind ??
                (answer !== undefined && answer.status >= 500 ? String(answer.status) : undefined);
              if (error !== undefined) {
                span.setAttribute('error.type', error);
                span.setStatus({ code: SpanStatusCode.ERROR });
              }
              span.end();
            },
          };
        },
      },
      end(record) {
        if (!run.isRecording()) return;
        if (record !== undefined) {
          const { state, coverage, requests, cutShort } = record;
          run.setAttributes(
            clean({
              'evidence_contract.state': state,
              'evidence_contract.coverage': coverage,
              'evidence_contract.requests': requests,
              'evidence_contract.cut_short': cutShort,
            }),
          );
          if (stateOf(state).isFault) run.setStatus({ code: SpanStatusCode.ERROR, message: causeOf(record) });
        }
        run.end();
      },
    };
  };
}

/** As on the page of the run: the most severe finding, unless a cause concerns the whole installation. */
function causeOf(record: RunRecord): string {
  return record.cause ?? findingsOf(record)[0]?.sentence ?? stateOf(record.state).meaning;
}

/** Leaves out unknown values, and hides secrets in texts. */
function cleanerOf(installation: Installation): (given: Attributes) => Attributes {
  const { parts } = redactionOf(secretsOf(installation));
  return (given) =>
    Object.fromEntries(
      Object.entries(given)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, typeof value === 'string' ? parts(value) : value]),
    );
}
