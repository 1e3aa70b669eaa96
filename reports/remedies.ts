import picocolors from 'picocolors';
import { catalogue } from '../contract/catalogue.ts';
import type { Need } from '../contract/check.ts';
import { type Endpoint, type EndpointId, endpoints, type PinnedId } from '../contract/endpoints.ts';
import { groupBy } from '../engine/group-by.ts';
import type { RecordedVerdict, RunRecord } from '../engine/record/run-record.ts';
import { placesOf } from './reasons.ts';
import { sanitize } from './sanitize.ts';
import { tallyOf } from './tally.ts';
import { wrap } from './terminal-layout.ts';
import { coveragePercent, pluralize } from './words.ts';

/** What somebody can do so that more is judged. */
export interface Remedy {
  /** A sentence that says what to do. */
  readonly advice: string;
  /** What was not judged for want of it, in the order of the record. */
  readonly verdicts: readonly RecordedVerdict[];
  /** How much of the checks that were asked for they are, 0 to 1; 0 for checks that the configuration does not ask for. */
  readonly gain: number;
}

const endpointOf = new Map<EndpointId, Endpoint>(endpoints.map((endpoint) => [endpoint.id, endpoint]));

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

/** What a verdict waits for. Of equal gain, what others wait for comes first. */
interface Advice {
  readonly advice: string;
  readonly waitsForProject?: true;
  readonly isProject?: true;
}

/**
 * What can be done so that more is judged, the most effective first: what counts for coverage before what the configuration
 * does not ask for. Pure; each verdict that was not judged is in exactly one remedy.
 */
export function remediesOf(record: RunRecord): readonly Remedy[] {
  const { verdicts } = record;
  const asked = verdicts.filter(({ outcome }) => outcome !== 'skip' && outcome !== 'error').length;
  const open = verdicts.filter(({ outcome }) => outcome === 'untestable' || outcome === 'skip');
  const hasNoProject = open.some(
    ({ endpoint, reason }) =>
      endpointOf.get(endpoint)?.pinnedId === 'PROJECT_ID' && reason?.facts.why === 'list-empty',
  );
  const advised = open.map((verdict) => ({ verdict, ...adviceFor(verdict, record, hasNoProject) }));
  const remedies = [...groupBy(advised, ({ advice }) => advice)].map(([advice, own]) => {
    const counted = own.filter(({ verdict }) => verdict.outcome === 'untestable').length;
    const { isProject, waitsForProject } = own[0] ?? {};
    return {
      remedy: {
        advice,
        verdicts: own.map(({ verdict }) => verdict),
        gain: asked === 0 ? 0 : counted / asked,
      },
      isProject,
      waitsForProject,
    };
  });
  // A project is as effective as what waits for it.
  const waiting = remedies.filter((one) => one.waitsForProject).map(({ remedy }) => remedy.gain);
  const rank = (one: (typeof remedies)[number]): number =>
    one.isProject ? Math.max(one.remedy.gain, ...waiting) : one.remedy.gain;
  return remedies
    .toSorted(
      (one, other) =>
        rank(other) - rank(one) ||
        Number(other.isProject ?? false) - Number(one.isProject ?? false) ||
        other.remedy.verdicts.length - one.remedy.verdicts.length,
    )
    .map(({ remedy }) => remedy);
}

function adviceFor(
  { check, endpoint: id, message, reason }: RecordedVerdict,
  record: RunRecord,
  hasNoProject: boolean,
): Advice {
  const endpoint = endpointOf.get(id);
  const needs = catalogue.find((one) => one.id === check)?.needs;
  switch (reason?.code) {
    case 'imports-not-allowed':
      return { advice: needed.imports };
    case 'no-second-key':
    case 'no-revoked-key': {
      const own = needs === undefined ? message : needed[needs];
      const alsoImports = endpoint?.kind === 'import' && lacksImports(record);
      return { advice: alsoImports ? `${own} ${needed.imports}` : own };
    }
    case 'obstructed':
      return { advice: record.cause ?? message };
    case 'explained':
      return fixing;
    case 'not-read':
      return { advice: `Raise the limit that the reason names: ${message}` };
    case 'throttled':
      return { advice: aborted.throttled };
    default:
      break;
  }
  const { why, setting } = reason?.facts ?? {};
  if (why !== undefined && isAbort(why)) return { advice: aborted[why] };
  if (endpoint === undefined) return { advice: message };
  const { noun, pinnedId, projectScoped, idsFrom } = endpoint;
  const isOfNoProject =
    hasNoProject && idsFrom !== undefined && endpointOf.get(idsFrom)?.projectScoped === true;
  if ((why === 'list-empty' || (why === 'list-failed' && isOfNoProject)) && pinnedId !== undefined)
    return creating(noun, pinnedId, endpoint, hasNoProject);
  if (projectScoped === true && hasNoProject)
    return creating('project', 'PROJECT_ID', endpoint, hasNoProject);
  if (pinnedId !== undefined && (why === 'no-id-in-list' || why === 'list-not-recognized'))
    return { advice: `Name ${withArticle(noun)} that the key may read: ${pinnedId}.` };
  // What a record lacks is what its list lacks; what is judged at an endpoint lacks what its existence does.
  const lacking = existenceAt(why === undefined ? id : (idsFrom ?? id), record);
  if (lacking?.outcome === 'fail') return fixing;
  if (lacking?.outcome === 'untestable' && lacking.check !== check)
    return adviceFor(lacking, record, hasNoProject);
  if (setting === 'PROJECT_PARAMETER')
    return {
      advice:
        'Name a project, and the parameter that takes it, for lists that want one: PROJECT_ID, PROJECT_PARAMETER.',
    };
  if (setting !== undefined && setting !== 'API_KEY')
    return { advice: `Name ${withArticle(noun)} that the key may read: ${setting}.` };
  return { advice: message };
}

const fixing: Advice = { advice: 'Fix what failed: it keeps these from being judged.' };

/** The verdict that says whether an endpoint exists. */
function existenceAt(id: EndpointId, { verdicts }: RunRecord): RecordedVerdict | undefined {
  const own = ['availability.endpoint-answers', 'availability.import-answers'];
  return verdicts.find(({ check, endpoint }) => endpoint === id && own.includes(check));
}

function isAbort(why: string): why is keyof typeof aborted {
  return Object.hasOwn(aborted, why);
}

function lacksImports({ verdicts }: RunRecord): boolean {
  return verdicts.some(({ reason }) => reason?.code === 'imports-not-allowed');
}

/** Records belong to a project: without one they cannot be made. */
function creating(noun: string, pinnedId: PinnedId, { idsFrom }: Endpoint, hasNoProject: boolean): Advice {
  if (pinnedId === 'PROJECT_ID')
    return {
      advice: `Create ${withArticle(noun)} that the key may read, or name one: ${pinnedId}.`,
      isProject: true,
    };
  const isOfProject = idsFrom !== undefined && endpointOf.get(idsFrom)?.projectScoped === true;
  return isOfProject && hasNoProject
    ? {
        advice: `Once there is a project: create ${withArticle(noun)} in it, or name one that the key may read: ${pinnedId}.`,
        waitsForProject: true,
      }
    : { advice: `Create ${withArticle(noun)} that the key may read, or name one: ${pinnedId}.` };
}

function withArticle(noun: string): string {
  return `${/^(?:[aeio]|SR)/.test(noun) ? 'an' : 'a'} ${noun}`;
}

interface TextOptions {
  readonly colour: boolean;
  /** Columns of the terminal. */
  readonly width: number;
}

/**
 * Why a run did not judge everything, and what to do about it, the most effective first, for a terminal.
 * @returns lines that end with a line break
 */
export function renderRemedies(record: RunRecord, { colour, width }: TextOptions): string {
  const colours = picocolors.createColors(colour);
  const { pass, fail, untestable, known } = tallyOf(record.verdicts);
  const judged = pass + fail + known;
  const remedies = remediesOf(record);
  const counted = remedies.filter(({ gain }) => gain > 0);
  const optional = remedies.filter(({ gain }) => gain === 0);
  const heading = `Coverage of ${sanitize(record.installation.name)}: ${coveragePercent(record.coverage)} (${judged} of ${pluralize(judged + untestable, 'check')} judged)`;
  const item = (remedy: Remedy, index: number): readonly string[] => {
    const { advice, verdicts, gain } = remedy;
    const percent = gain > 0 ? `, coverage +${coveragePercent(gain)}` : '';
    return [
      ...hanging(`${index + 1}. ${sanitize(advice)}`, width),
      ...hanging(`   ${colours.green(`+${pluralize(verdicts.length, 'check')}${percent}`)}`, width),
      ...hanging(`   ${sanitize(placesOf(verdicts))}`, width).map((line) => colours.dim(line)),
    ];
  };
  const section = (title: string, some: readonly Remedy[]): readonly string[] =>
    some.length === 0 ? [] : ['', colours.bold(title), ...some.flatMap(item)];
  return `${[
    colours.bold(heading),
    ...(counted.length === 0 ? ['Everything that the configuration asks for was judged.'] : []),
    ...section('What would let it judge more, the most effective first', counted),
    ...section('What it could judge beyond that', optional),
  ].join('\n')}\n`;
}

function hanging(text: string, width: number): readonly string[] {
  const indent = '   ';
  const [first = '', ...more] = wrap(text.trimStart(), width - indent.length);
  const start = text.length - text.trimStart().length;
  return [`${' '.repeat(start)}${first}`, ...more.map((line) => `${indent}${line}`)];
}
