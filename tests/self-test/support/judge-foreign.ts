import { endpoints, type PinnedId } from '../../../contract/endpoints.ts';
import type { CheckCase } from '../../../contract/judge.ts';
import { type RunScope, scopeOf } from '../../../contract/scope.ts';
import type { Verdict } from '../../../contract/verdict.ts';
import type { BodyReader } from '../../../engine/evidence/body-reader.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { runInstallation } from '../../../engine/run/run-installation.ts';
import { keys } from '../../foreign/domain/keys.ts';
import type { Fault } from '../../foreign/faults/index.ts';
import type { Listening } from '../../foreign/service/listening.ts';
import type { EndpointName } from '../../foreign/service/operations.ts';
import { allKeys, makeTestInstallation } from '../../support/installation.ts';

/** For servers that never answer: what a case waits for them. */
const shortTimeoutMs = 700;

const pinnedIds: Readonly<Partial<Record<EndpointName, PinnedId>>> = {
  'GET /projects/:id': 'PROJECT_ID',
  'GET /citations/:id': 'CITATION_ID',
  'GET /extractions/:id': 'EXTRACTION_ID',
  'GET /sd_meta_data/:id': 'SD_META_DATA_ID',
};

interface Patience {
  readonly timeoutMs?: number;
  readonly pinnedIds?: Partial<Record<PinnedId, string>>;
}

/** Judges a server with all three kinds of keys and imports, and ends it. */
async function judge(
  server: Listening,
  bodies: BodyReader,
  scope: RunScope,
  settings: Patience = {},
): Promise<RunRecord> {
  try {
    const installation = makeTestInstallation({
      name: 'foreign',
      baseUrl: server.baseUrl,
      ...allKeys({ first: keys.current, second: keys.second, revoked: keys.regenerated }),
      allowImport: true,
      ...settings,
    });
    return (await runInstallation(installation, { tier: 'full', scope, bodies })).record;
  } finally {
    await server.close();
  }
}

/** Judges a server that keeps to the document. */
export function judgeCompliant(server: Listening, bodies: BodyReader): Promise<RunRecord> {
  return judge(server, bodies, scopeOf('full'));
}

/** The name of an endpoint in records. */
function recorded(endpoint: EndpointName): string {
  return endpoint.replace(' ', ' /api/v3');
}

/** Whether every fault is judged at all endpoints, not only where it is: five times the requests. */
const judgesAll = process.env.PROOF_HEAVY === 'true';

/**
 * The checks at the endpoint of a fault, and whether others answer: those that a run begins with, and those of the same
 * kind, which show what is usual there.
 */
function scopeAt({ toldAt }: Fault): RunScope {
  const full = scopeOf('full');
  if (judgesAll) return full;
  const places = toldAt.map(recorded);
  const kinds = endpoints.filter(({ id }) => places.includes(id)).map(({ kind }) => kind);
  const isNear = ({ check, endpoint }: CheckCase): boolean =>
    check.id === 'availability.endpoint-answers' &&
    (kinds.includes(endpoint.kind) || endpoint.needsOnlyKey === true);
  return {
    checkCases: full.checkCases.filter((one) => places.includes(one.endpoint.id) || isNear(one)),
    gapCases: [],
  };
}

/** What a run says about a broken server: the failures where the fault may be told, and those elsewhere. */
export interface Told {
  readonly here: readonly Verdict[];
  readonly elsewhere: readonly Verdict[];
}

/** Judges a broken server. */
export async function judgeFault(fault: Fault, bodies: BodyReader): Promise<Told> {
  const pinned = pinnedIds[fault.endpoint];
  const { namedId, isSilent } = fault;
  const { verdicts } = await judge(await fault.serve(), bodies, scopeAt(fault), {
    ...(isSilent ? { timeoutMs: shortTimeoutMs } : {}),
    ...(namedId === undefined || pinned === undefined ? {} : { pinnedIds: { [pinned]: namedId } }),
  });
  const failures = verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
  const isHere = ({ endpoint }: Verdict): boolean => fault.toldAt.map(recorded).includes(endpoint);
  return { here: failures.filter(isHere), elsewhere: failures.filter((verdict) => !isHere(verdict)) };
}
