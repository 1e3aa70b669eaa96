import { catalogue } from '../contract/catalogue.ts';
import type { Check, Need } from '../contract/check.ts';
import { type Endpoint, type EndpointId, endpoints, type PinnedId } from '../contract/endpoints.ts';
import { verdictKey } from '../contract/verdict.ts';
import type { RecordedVerdict, RunRecord } from '../engine/record/run-record.ts';

/** What somebody can do so that more is judged. */
export interface Remedy {
  /** A sentence that says what to do. */
  readonly advice: string;
  /** What was not judged for want of it, in the order of the record. */
  readonly verdicts: readonly RecordedVerdict[];
  /** How much of the checks that were asked for they are, 0 to 1; 0 for checks that the configuration does not ask for. */
  readonly gain: number;
}

const checkOf = new Map<string, Check>(catalogue.map((check) => [check.id, check]));
const endpointOf = new Map<EndpointId, Endpoint>(endpoints.map((endpoint) => [endpoint.id, endpoint]));

/** Where one of these failed there is no success, and so nothing more to judge. */
const availability = catalogue.filter(({ topic }) => topic === 'availability').map(({ id }) => id);

const needed: Readonly<Record<Need, string>> = {
  'second-key': 'Give a key of another user: SECOND_API_KEY.',
  'revoked-key': 'Regenerate a key in the web application, and give the old one: REVOKED_API_KEY.',
  imports: 'Allow imports where they do no harm, since nothing undoes them: ALLOW_IMPORT=true.',
};

const aborted: Readonly<Record<NonNullable<RunRecord['abortReason']>, string>> = {
  deadline: 'Give the run more time: DEADLINE_S.',
  interrupted: 'Let the run come to its end.',
  throttled: 'Ask more slowly (PACE), or have the limits raised by the administrator of the installation.',
  unreachable: 'Find out why the installation stopped answering, and check again.',
  fault: 'Report the fault of this suite, with run.json.',
};

/**
 * What can be done so that more is judged, the most effective first: what counts for coverage before what the configuration
 * does not ask for. Pure; each verdict that was not judged is in exactly one remedy.
 */
export function remediesOf(record: RunRecord): readonly Remedy[] {
  const facts = factsOf(record);
  const asked = record.verdicts.filter(({ outcome }) => outcome !== 'skip' && outcome !== 'error').length;
  const byAdvice = new Map<string, RecordedVerdict[]>();
  for (const verdict of record.verdicts) {
    if (verdict.outcome !== 'untestable' && verdict.outcome !== 'skip') continue;
    const advice = adviceFor(verdict, facts);
    byAdvice.set(advice, [...(byAdvice.get(advice) ?? []), verdict]);
  }
  const remedies = [...byAdvice].map(([advice, verdicts]) => {
    const counted = verdicts.filter(({ outcome }) => outcome === 'untestable').length;
    return { advice, verdicts, gain: asked === 0 ? 0 : counted / asked };
  });
  const rank = rankOf(remedies);
  return remedies.toSorted(
    (one, other) =>
      rank(other) - rank(one) ||
      Number(isFirst(other)) - Number(isFirst(one)) ||
      other.verdicts.length - one.verdicts.length,
  );
}

/** As effective as a remedy is, and as what waits for it. */
function rankOf(remedies: readonly Remedy[]): (remedy: Remedy) => number {
  const waiting = remedies.filter(({ advice }) => advice.startsWith(onceThereIsOne)).map(({ gain }) => gain);
  return (remedy) => (isFirst(remedy) ? Math.max(remedy.gain, ...waiting) : remedy.gain);
}

/** Records belong to a project: without one they cannot be made. */
const isFirst = ({ advice }: Remedy): boolean => advice === creating('project', 'PROJECT_ID');
const onceThereIsOne = 'Once there is a project: ';

/** How a verdict begins whose request was not sent (contract/judge.ts). */
const notSent = 'The request was not sent: ';

/** What a record says beyond a single verdict. */
interface Facts {
  readonly record: RunRecord;
  readonly failed: ReadonlySet<string>;
  /** Where what a check wanted was not sent, for want of an id. */
  readonly unsent: ReadonlySet<string>;
  /** The statuses that a valid key got, by endpoint; at one with an id, that of an unknown id too. */
  readonly statuses: ReadonlyMap<EndpointId, readonly number[]>;
  /** None was listed, and none is named. */
  readonly hasNoProject: boolean;
}

function factsOf(record: RunRecord): Facts {
  const failed = new Set(record.verdicts.filter(({ outcome }) => outcome === 'fail').map(verdictKey));
  const unsent = new Set(
    record.verdicts
      .filter(({ outcome, message }) => outcome === 'untestable' && message.startsWith(notSent))
      .map(({ endpoint }) => endpoint),
  );
  const statuses = new Map<EndpointId, number[]>();
  for (const { endpoint, key, status } of record.exchanges) {
    if (key !== 'header' || status === undefined) continue;
    statuses.set(endpoint, [...(statuses.get(endpoint) ?? []), status]);
  }
  const hasNoProject = endpoints.some((one) => one.pinnedId === 'PROJECT_ID' && unsent.has(one.id));
  return { record, failed, unsent, statuses, hasNoProject };
}

function adviceFor(verdict: RecordedVerdict, facts: Facts): string {
  const { record } = facts;
  const check = checkOf.get(verdict.check);
  if (verdict.outcome === 'skip') {
    const needs = check?.needs;
    const alsoImports = endpointOf.get(verdict.endpoint)?.kind === 'import' && lacksImports(record);
    if (needs === undefined) return alsoImports ? needed.imports : verdict.message;
    return alsoImports && needs !== 'imports' ? `${needed[needs]} ${needed.imports}` : needed[needs];
  }
  const nothingJudged = !record.verdicts.some(({ outcome }) => outcome === 'pass' || outcome === 'fail');
  if (record.cause !== undefined && nothingJudged) return record.cause;
  const isKeptByFailure = (id: string): boolean =>
    facts.failed.has(verdictKey({ check: id, endpoint: verdict.endpoint }));
  if ([...(check?.after ?? []), ...availability].some(isKeptByFailure))
    return 'Mend what failed: it keeps these from being judged.';
  const endpoint = endpointOf.get(verdict.endpoint);
  const unread = / beyond what this suite reads: /.test(verdict.message);
  if (unread) return `Raise the limit that the reason names: ${verdict.message}`;
  const atEndpoint = endpoint === undefined ? undefined : adviceAt(endpoint, facts);
  if (atEndpoint !== undefined) return atEndpoint;
  return record.abortReason === undefined ? verdict.message : aborted[record.abortReason];
}

function lacksImports({ verdicts }: RunRecord): boolean {
  return verdicts.some(({ check, outcome }) => outcome === 'skip' && checkOf.get(check)?.needs === 'imports');
}

/** What a valid key lacks at an endpoint; nothing where it succeeded, or where nobody knows. */
function adviceAt(endpoint: Endpoint, facts: Facts): string | undefined {
  const { id, kind, noun, pinnedId, idsFrom, projectScoped } = endpoint;
  if (kind === 'import') return needed.imports;
  if (kind === 'list' && facts.unsent.has(id)) return creating('project', 'PROJECT_ID');
  // The list is asked for with the first project that is listed, or the one that is named.
  if (projectScoped && facts.hasNoProject && isRefused(id, facts)) return creating('project', 'PROJECT_ID');
  if (kind === 'list' && isRefused(id, facts))
    return 'Name a project, and the parameter that takes it, for lists that want one: PROJECT_ID, PROJECT_PARAMETER.';
  if (kind !== 'record' || pinnedId === undefined) return undefined;
  if (!facts.unsent.has(id))
    return isRefused(id, facts) ? `Name ${withArticle(noun)} that the key may read: ${pinnedId}.` : undefined;
  const list = endpoints.find((one) => one.id === idsFrom);
  if (list?.projectScoped && facts.hasNoProject)
    return `${onceThereIsOne}create ${withArticle(noun)} in it, or name one that the key may read: ${pinnedId}.`;
  // A list that is refused shows no ids: what it lacks comes first.
  return (list === undefined ? undefined : adviceAt(list, facts)) ?? creating(noun, pinnedId);
}

function isRefused(endpoint: EndpointId, { statuses }: Facts): boolean {
  const got = statuses.get(endpoint) ?? [];
  return got.length > 0 && got.every((status) => status >= 400 && status < 500);
}

function creating(noun: string, pinnedId: PinnedId): string {
  return `Create ${withArticle(noun)} that the key may read, or name one: ${pinnedId}.`;
}

function withArticle(noun: string): string {
  return `${/^(?:[aeio]|SR)/.test(noun) ? 'an' : 'a'} ${noun}`;
}
