import picocolors from 'picocolors';
import { type Endpoint, type EndpointId, endpoints } from '../../contract/document/endpoints.ts';
import { groupBy } from '../../engine/group-by.ts';
import type { RecordedVerdict, RunRecord } from '../../engine/record/run-record.ts';
import { sectionLines } from '../console/sections.ts';
import { sanitize } from '../sanitize.ts';
import type { Section } from '../sections.ts';
import { placesOf, tallyOf } from '../tally.ts';
import { coveragePercent, pluralize } from '../words.ts';

/** A way to have more judged. */
export interface Remedy {
  /** A sentence that says what to do. */
  readonly advice: string;
  /** The verdicts it would make possible, in the order of the record. */
  readonly verdicts: readonly RecordedVerdict[];
  /** Their share of the checks that were asked for, 0 to 1; 0 for checks that the configuration does not ask for. */
  readonly gain: number;
}

const endpointOf = new Map<EndpointId, Endpoint>(endpoints.map((endpoint) => [endpoint.id, endpoint]));

const allowImports = 'Allow imports if they do no harm, since nothing undoes them: ALLOW_IMPORT=true.';
const fixing = 'Fix what failed: it keeps these from being judged.';

/** What to do about a reason code, or about the reason a run was aborted. */
const usual: ReadonlyMap<string, string> = new Map([
  ['imports-not-allowed', allowImports],
  ['imports-not-in-run', 'Run the full tier without a selection: that imports.'],
  ['no-second-key', 'Give a key of another user: SECOND_API_KEY.'],
  [
    'second-key-accepted-nowhere',
    'Set SECOND_API_KEY to a current key of another user: this one was refused.',
  ],
  ['no-revoked-key', 'Regenerate a key in the web application, and give the old one: REVOKED_API_KEY.'],
  ['explained', fixing],
  [
    'throttled',
    'Ask more slowly (PACE), give the run more time for its waits (DEADLINE_S), or have the limits raised by the administrator of the installation.',
  ],
  ['deadline', 'Give the run more time: DEADLINE_S.'],
  ['interrupted', 'Let the run come to its end.'],
  ['unreachable', 'Find out why the installation stopped answering, and check again.'],
  ['fault', 'Report the fault of this suite, with run.json.'],
]);

/** What a verdict waits for: a project, or something that can be created once there is one. */
interface Advice {
  readonly advice: string;
  readonly step?: 'project' | 'in-project';
}

/**
 * Ways to have more judged, the most effective first: checks that count for coverage before those that the
 * configuration does not ask for. Pure; each verdict that was not judged is in exactly one remedy.
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
    const gain = asked === 0 ? 0 : counted / asked;
    return { advice, verdicts: own.map(({ verdict }) => verdict), gain, step: own[0]?.step };
  });
  // A project is as effective as the checks that depend on it, and comes before them.
  const gains = remedies.filter(({ step }) => step !== undefined).map(({ gain }) => gain);
  const rankOf = ({ step, gain }: (typeof remedies)[number]): number =>
    step === 'project' ? Math.max(...gains) : gain;
  return remedies
    .toSorted(
      (one, other) =>
        rankOf(other) - rankOf(one) ||
        Number(other.step === 'project') - Number(one.step === 'project') ||
        other.verdicts.length - one.verdicts.length,
    )
    .map(({ advice, verdicts: own, gain }) => ({ advice, verdicts: own, gain }));
}

function adviceFor(
  { check, endpoint: id, message, reason }: RecordedVerdict,
  record: RunRecord,
  hasNoProject: boolean,
): Advice {
  const endpoint = endpointOf.get(id);
  const { code = '', facts: { why, setting } = {} } = reason ?? {};
  if (code === 'obstructed') return { advice: record.cause ?? message };
  if (code === 'not-read') return { advice: `Raise the limit that the reason names: ${message}` };
  const known = usual.get(code) ?? usual.get(why ?? '');
  const isKeyOfImport = code.endsWith('-key') && endpoint?.kind === 'import';
  if (known !== undefined)
    return { advice: isKeyOfImport && lacksImports(record) ? `${known} ${allowImports}` : known };
  if (endpoint === undefined) return { advice: message };
  const { noun, pinnedId, projectScoped, idsFrom } = endpoint;
  const needsProject =
    hasNoProject && idsFrom !== undefined && endpointOf.get(idsFrom)?.projectScoped === true;
  if (pinnedId === 'PROJECT_ID' ? why === 'list-empty' : projectScoped === true && hasNoProject)
    return { ...creating('project', 'PROJECT_ID'), step: 'project' };
  if (pinnedId !== undefined && (why === 'list-empty' || (why === 'list-failed' && needsProject)))
    return needsProject
      ? {
          advice: `Once there is a project: create ${withArticle(noun)} in it, or name one that the key may read: ${pinnedId}.`,
          step: 'in-project',
        }
      : creating(noun, pinnedId);
  if (pinnedId !== undefined && (why === 'no-id-in-list' || why === 'list-not-recognized'))
    return { advice: `Name ${withArticle(noun)} that the key may read: ${pinnedId}.` };
  // A record is missing if its list is; other checks at an endpoint lack what its existence check lacks.
  const lacking = existenceVerdict(why === undefined ? id : (idsFrom ?? id), record);
  if (lacking?.outcome === 'fail') return { advice: fixing };
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

/** The verdict on whether an endpoint exists. */
function existenceVerdict(id: EndpointId, { verdicts }: RunRecord): RecordedVerdict | undefined {
  const own = ['availability.endpoint-answers', 'availability.import-answers'];
  return verdicts.find(({ check, endpoint }) => endpoint === id && own.includes(check));
}

function lacksImports({ verdicts }: RunRecord): boolean {
  return verdicts.some(({ reason }) => reason?.code === 'imports-not-allowed');
}

function creating(noun: string, setting: string): Advice {
  return { advice: `Create ${withArticle(noun)} that the key may read, or name one: ${setting}.` };
}

function withArticle(noun: string): string {
  return `${/^(?:[aeio]|SR)/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/**
 * Why a run did not judge everything, and what to do about it, the most effective first, for a terminal.
 * @param width columns of the terminal
 * @returns lines that end with a line break
 */
export function renderRemedies(
  record: RunRecord,
  { colour, width }: { readonly colour: boolean; readonly width: number },
): string {
  const page = { width, colours: picocolors.createColors(colour), details: false };
  const { pass, fail, untestable, known } = tallyOf(record.verdicts);
  const judged = pass + fail + known;
  const remedies = remediesOf(record);
  const counted = remedies.filter(({ gain }) => gain > 0);
  const optional = remedies.filter(({ gain }) => gain === 0);
  const sections: readonly Section[] = [
    { title: 'What would let it judge more, the most effective first', items: counted.map(itemOf) },
    { title: 'What it could judge beyond that', items: optional.map(itemOf) },
  ];
  const heading = `Coverage of ${sanitize(record.installation.name)}: ${coveragePercent(record.coverage)} (${judged} of ${pluralize(judged + untestable, 'check')} judged)`;
  return `${[
    page.colours.bold(heading),
    ...(counted.length === 0 ? ['Everything that the configuration asks for was judged.'] : []),
    ...sections.flatMap((section) => sectionLines(page, section)),
  ].join('\n')}\n`;
}

function itemOf({ advice, verdicts, gain }: Remedy): Section['items'][number] {
  const percent = gain > 0 ? `, coverage +${coveragePercent(gain)}` : '';
  const details = [`+${pluralize(verdicts.length, 'check')}${percent}`, placesOf(verdicts)];
  return { sentence: advice, details };
}
