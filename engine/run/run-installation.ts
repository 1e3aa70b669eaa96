import type { Exchange } from '../../contract/exchange.ts';
import { type RunScope, scopeOf, type TierName } from '../../contract/scope.ts';
import { createFhirValidator, type FhirValidator } from '../../fhir/index.ts';
import { type Installation, secretsOf } from '../configuration/installation.ts';
import { redactionOf } from '../evidence/redaction.ts';
import { makeRateLimiter, type RateLimiter } from '../http/rate-limiter.ts';
import { type KeptEvidence, keepEvidence } from '../record/kept-evidence.ts';
import { makeRecord } from '../record/make-record.ts';
import type { RunRecord } from '../record/run-record.ts';
import { suiteVersion, userAgent } from '../version.ts';
import { startSession } from './session.ts';

export interface RunOptions {
  readonly tier?: TierName;
  /** Part of a tier; by default all of it. */
  readonly scope?: RunScope;
  /** The installation's request budget, if other runs share it. */
  readonly rateLimiter?: RateLimiter;
  /** Runs of one process should share it, since it holds tables and a worker; by default the run makes its own. */
  readonly fhir?: FhirValidator;
  /** Ends the run early; its record says so. */
  readonly signal?: AbortSignal;
  readonly onExchange?: (exchange: Exchange) => void;
  readonly keepBodies?: boolean;
}

export interface RunResult {
  readonly record: RunRecord;
  /** The whole exchanges, if `keepBodies` is set. */
  readonly evidence?: KeptEvidence;
}

/**
 * Runs a tier against an installation and judges it. Never throws because of what the installation does.
 * @returns the record, even of a run that ended early
 */
export async function runInstallation(
  installation: Installation,
  options: RunOptions = {},
): Promise<RunResult> {
  const tier = options.tier ?? 'full';
  const scope = options.scope ?? scopeOf(tier);
  const fhir = options.fhir ?? createFhirValidator();
  const startedAt = new Date();
  const redaction = redactionOf(secretsOf(installation));
  const session = startSession({
    installation,
    redaction,
    rateLimiter: options.rateLimiter ?? makeRateLimiter(installation.pace),
    fhir,
    userAgent,
    keepBodies: options.keepBodies ?? false,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.onExchange === undefined ? {} : { onExchange: options.onExchange }),
  });
  try {
    await session.collect(scope);
    const finishedAt = new Date();
    const record = makeRecord(session, {
      installation,
      scope,
      tier,
      suiteVersion,
      startedAt,
      finishedAt,
      redaction,
    });
    return options.keepBodies === true
      ? { record, evidence: keepEvidence(session, record, installation, redaction) }
      : { record };
  } finally {
    await session.close();
    if (options.fhir === undefined) await fhir.close();
  }
}
