import { catalogue } from '../contract/checks/catalogue.ts';
import { gaps } from '../contract/gaps/gaps.ts';
import type { Outcome } from '../contract/judging/verdict.ts';
import { failureRow, issuesNamed, type Reader } from '../contract/reasons.ts';
import { severityLabel } from '../contract/severity.ts';
import { groupBy } from '../engine/group-by.ts';
import { countedFindings, type RecordedFailure, type RunFinding } from '../engine/record/findings.ts';
import type { RunRecord } from '../engine/record/run-record.ts';
import type { ReportName } from './formats.ts';
import { type Deviations, noteSections } from './notes.ts';
import { stateRequirements } from './requirements.ts';
import { codeList, type Item, named, type Part, type Section, type Text } from './sections.ts';
import { kindOf, placesOf, reasonsOf, tallyOf } from './tally.ts';
import {
  allEndpoints,
  choicePhrases,
  closingLine,
  coveragePhrase,
  duration,
  momentText,
  pluralize,
  requestSummary,
  resentPhrase,
} from './words.ts';

/** A figure or property of a run. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  /** How text reports print it: in one line with others, by its value or with its name, or in a line of its own. */
  readonly reported?: 'by-value' | 'by-name' | 'apart';
}

/** The properties and figures of a run. Pure. */
export function factsOf(record: RunRecord): readonly Fact[] {
  const { verdicts, durationMs, tier, suiteVersion, startedAt, tls } = record;
  const facts: readonly Fact[] = [
    { name: 'Coverage', value: coveragePhrase(verdicts), reported: 'by-value' },
    { name: 'Verdicts', value: closingLine(tallyOf(verdicts)) },
    { name: 'Requests', value: requestSummary(record), reported: 'by-value' },
    { name: 'Chosen', value: choicePhrases(record).join('; '), reported: 'apart' },
    { name: 'Sent again', value: resentPhrase(record), reported: 'apart' },
    { name: 'Duration', value: duration(durationMs), reported: 'by-value' },
    { name: 'Tier', value: tier, reported: 'by-name' },
    { name: 'Suite', value: suiteVersion, reported: 'by-name' },
    { name: 'Started', value: momentText(startedAt), reported: 'by-name' },
    {
      name: 'Certificate until',
      value: tls === undefined ? '' : momentText(tls.expiresAt),
      reported: 'by-name',
    },
  ];
  return facts.filter(({ value }) => value !== '');
}

/** The same as lines of text, the first with all short ones. */
export function factLines(record: RunRecord): readonly string[] {
  const facts = factsOf(record);
  const short = facts.flatMap(({ name, value, reported }) =>
    reported === 'by-value' ? value : reported === 'by-name' ? `${name.toLowerCase()} ${value}` : [],
  );
  const others = facts.filter(({ reported }) => reported === 'apart');
  return [short.join(' · '), ...others.map(({ name, value }) => `${name}: ${value}`)];
}

/** Further FHIR errors are shown on demand. */
const mostIssues = 10;

/**
 * The results of a run, in the order of every report: findings, faults of the suite, known failures, deviations, what
 * was not judged, observations. Empty sections are left out. Pure.
 * @param siblings the reports in the same folder
 */
export function runSections(
  record: RunRecord,
  deviations: Deviations,
  siblings: readonly ReportName[] = [],
): readonly Section[] {
  const sections = [
    findingsSection(record, siblings),
    faultsSection(record, siblings),
    knownSection(record),
    ...noteSections(deviations),
    reasonsSection(record, 'untestable', 'Untestable: something else stood in the way'),
    reasonsSection(record, 'skip', 'Skipped: not asked for by the configuration'),
    observationsSection(record),
  ];
  return sections.filter(({ items, cards = [] }) => items.length + cards.length > 0);
}

function findingsSection(record: RunRecord, siblings: readonly ReportName[]): Section {
  const cards = countedFindings(record).map((finding, index) => ({
    id: `finding-${index + 1}`,
    label: severityLabel(finding.severity),
    title: finding.headline,
    parts: findingParts(finding, siblings),
  }));
  const title = 'Findings, the most severe first';
  return { id: 'findings', title, count: cards.length, tone: 'bad', items: [], cards };
}

/**
 * The finding with its endpoints, the evidence of the first failure, what to do, the checks; all failures on demand.
 */
function findingParts(finding: RunFinding, siblings: readonly ReportName[]): readonly Part[] {
  const { sentence, reason, checks, requirements, places, failures } = finding;
  const { endpoints, judged, isPartlyJudged = false } = places;
  const isEvident = endpoints.length < 2 || (endpoints.length === judged && !isPartlyJudged);
  const advice = reason === undefined ? undefined : failureRow(reason.code)?.advice;
  // The failures of the check in the sentence come first.
  const isAbout = ({ verdict }: RecordedFailure): boolean => verdict.check === checks[0];
  const ordered = [...failures.filter(isAbout), ...failures.filter((one) => !isAbout(one))];
  const issues = issueLines(failures).map(minor);
  const more = issues.slice(mostIssues);
  return [
    { kind: 'text', text: sentence },
    ...(isEvident ? [] : [minor(named('Endpoints', endpoints))]),
    ...issues.slice(0, mostIssues),
    ...fold(`${pluralize(more.length, 'more kind')} of errors`, more, more.length),
    ...evidence(ordered[0]),
    ...(advice === undefined ? [] : [{ kind: 'advice', items: adviceItems(advice) } as const]),
    ...(checks.length === 0 ? [] : [minor(named('Checks', checks))]),
    { kind: 'requirements', requirements: stateRequirements(requirements, siblings) },
    ...fold(pluralize(ordered.length, 'failure'), ordered.flatMap(failureParts), ordered.length - 1),
  ];
}

function minor(text: Text): Part {
  return { kind: 'text', text, isMinor: true };
}

function fold(summary: string, parts: readonly Part[], hidden: number): readonly Part[] {
  return hidden < 1 ? [] : [{ kind: 'fold', summary, parts }];
}

function failureParts(failure: RecordedFailure): readonly Part[] {
  return [{ kind: 'text', text: failure.verdict.message }, ...evidence(failure)];
}

function evidence(failure: RecordedFailure | undefined): readonly Part[] {
  return failure?.exchange === undefined ? [] : [{ kind: 'evidence', exchange: failure.exchange }];
}

/** "3 × structure at Group.member: …": the FHIR errors of all failures; empty if the sentence names them all. */
function issueLines(failures: readonly RecordedFailure[]): readonly string[] {
  const all = failures.flatMap(({ verdict }) => verdict.reason?.facts.issues ?? []);
  const groups = groupBy(all, ({ level, path }) => `${level} at ${path}`);
  if (groups.size <= issuesNamed) return [];
  return [...groups].map(([kind, own]) => {
    const count = own.reduce((sum, one) => sum + one.count, 0);
    return `${count} × ${kind}: ${own[0]?.message ?? ''}`;
  });
}

const readers: Readonly<Record<Reader, string>> = {
  administrator: 'Administrator',
  operator: 'Operator',
  developer: 'Developer of the service',
};

/** The advice for each reader; advice that several share is listed once. */
function adviceItems(advice: Readonly<Record<Reader, string>>): readonly Item[] {
  const byText = groupBy(Object.keys(readers) as readonly Reader[], (reader) => advice[reader]);
  return [...byText].map(([sentence, own]) => ({
    label: own.map((reader) => readers[reader]).join(', '),
    sentence,
    details: [],
  }));
}

const titles = new Map<string, string>(catalogue.map(({ id, title }) => [id, title]));

/** Checks that failed to run. */
function faultsSection({ verdicts, exchanges }: RunRecord, siblings: readonly ReportName[]): Section {
  const broken = verdicts.filter(({ outcome }) => outcome === 'error');
  const exchangeOf = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const cards = [...groupBy(broken, ({ check }) => check)].map(([check, own]) => {
    const title = titles.get(check);
    const ids = [...new Set(own.flatMap(({ requirements }) => requirements))];
    const parts: readonly Part[] = [
      ...own.flatMap((verdict) =>
        failureParts({ verdict, exchange: exchangeOf.get(verdict.exchange ?? '') }),
      ),
      { kind: 'requirements', requirements: stateRequirements(ids, siblings) },
    ];
    return { title: [{ code: check }, title === undefined ? '' : ` (an endpoint ${title})`], parts };
  });
  const title = 'Faults of the suite itself: please report them';
  return { id: 'faults', title, count: broken.length, tone: 'bad', items: [], cards };
}

function knownSection({ verdicts }: RunRecord): Section {
  const known = verdicts.filter((verdict) => kindOf(verdict) === 'known');
  const items = known.map(({ check, endpoint, known: reason = '' }) => ({
    sentence: [{ code: check }, ' at ', { code: endpoint }, `: ${reason}`],
    details: [],
  }));
  return { id: 'known', title: 'Known failures', count: known.length, items };
}

/** Each reason once, with its checks and endpoints. */
function reasonsSection(record: RunRecord, outcome: Outcome, title: string): Section {
  const reasons = reasonsOf(record.verdicts, outcome);
  return {
    id: outcome,
    title,
    count: record.verdicts.filter((verdict) => verdict.outcome === outcome).length,
    items: reasons.map(({ message, verdicts }) => ({
      sentence: `${verdicts.length} × ${message}`,
      details: [placesOf(verdicts)],
    })),
  };
}

/** Each gap in words: what is open, this installation's answers and endpoints, why that matters to a client. */
function observationsSection({ observations }: RunRecord): Section {
  const byGap = groupBy(observations, ({ gap }) => gap);
  const ids = new Set([...gaps.map(({ id }) => id), ...byGap.keys()]);
  const items = [...ids]
    .filter((id) => byGap.has(id))
    .map((id): Item => {
      const own = byGap.get(id) ?? [];
      const { statement = id, matters } = gaps.find((gap) => gap.id === id) ?? {};
      const answers = [...groupBy(own, ({ answer }) => answer)].map(([answer, some]) => {
        const isEverywhere = some.length === own.length && some.length > 1;
        const places = codeList(some.map(({ endpoint }) => endpoint));
        const everywhere = `: the same at ${allEndpoints(some.length)} where it shows`;
        return [{ code: answer }, ...(isEverywhere ? [everywhere] : [' at ', ...places])];
      });
      return {
        sentence: statement.replace(/\.$/, ''),
        details: [...answers, ...(matters === undefined ? [] : [matters]), [{ code: id }]],
      };
    });
  return {
    id: 'observations',
    title: 'Observations',
    introduction:
      'The API document does not say everything: what it leaves open is a gap. Each installation may answer there as it likes, so nothing below is a failure. A client that was written against this installation may rely on its answers all the same, and break where another one, or a later version, answers otherwise.',
    isInColumns: true,
    items,
  };
}
