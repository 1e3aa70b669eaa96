import { isDeepStrictEqual } from 'node:util';
import { catalogue } from '../../contract/catalogue.ts';
import type { Ask, Topic } from '../../contract/check.ts';
import { endpoints as documented } from '../../contract/endpoints.ts';
import { gaps } from '../../contract/gaps.ts';
import { failureRow } from '../../contract/reasons.ts';
import { severityLabel } from '../../contract/severity.ts';
import { verdictKey } from '../../contract/verdict.ts';
import type { ClassifiedDrift } from '../../engine/record/baseline.ts';
import { findingsOf, type RunFinding } from '../../engine/record/findings.ts';
import type { RecordedVerdict, RunRecord } from '../../engine/record/run-record.ts';
import { topicOf } from '../tally.ts';
import type { Cause, Causes, Change, Comparison } from './model.ts';

/**
 * Groups what failed before, or fails now, by its cause. Pure. What broke and what was not judged before may have one cause: it
 * broke then.
 */
export function causesOf(
  changes: Comparison['changes'],
  before: RunRecord | undefined,
  after: RunRecord,
): Causes {
  const failing = findingsIn(after, [...changes.broke, ...changes['fails-first-judged']]);
  const broke = new Set(changes.broke.map(verdictKey));
  const isNew = ({ failures }: RunFinding): boolean =>
    failures.some(({ verdict }) => broke.has(verdictKey(verdict)));
  return {
    broke: failing.filter(isNew).map(causeFrom),
    'fails-first-judged': failing.filter((one) => !isNew(one)).map(causeFrom),
    'still-broken': findingsIn(after, changes['still-broken']).map(causeFrom),
    fixed: before === undefined ? [] : findingsIn(before, changes.fixed).map(causeFrom),
  };
}

/** An endpoint that answered before, and whose answer is open now, is missing for a client. */
function asFailure({ reason }: Pick<RecordedVerdict, 'reason'>): Pick<RecordedVerdict, 'outcome' | 'reason'> {
  const isOpen = reason !== undefined && failureRow(reason.code) === undefined;
  return { outcome: 'fail', ...(isOpen ? { reason: { code: 'missing', facts: reason.facts } } : {}) };
}

/** The findings of a run as if it had failed here alone, and in each of these changes. */
function findingsIn(record: RunRecord, changes: readonly Change[]): readonly RunFinding[] {
  if (changes.length === 0) return [];
  const keys = new Set(changes.map(verdictKey));
  const verdicts = record.verdicts.map((verdict) => {
    const { known: _, ...rest } = verdict;
    if (keys.has(verdictKey(verdict))) return { ...rest, ...asFailure(rest) };
    return verdict.outcome === 'fail' ? { ...verdict, outcome: 'pass' as const } : verdict;
  });
  return findingsOf({ ...record, verdicts }).filter(({ failures }) => failures.length > 0);
}

function causeFrom(finding: RunFinding): Cause {
  const { severity, headline, sentence, checks, requirements, places, failures } = finding;
  const failing = [...new Set(failures.map(({ verdict }) => verdict.endpoint as string))];
  const endpoints = checks.length === 0 ? places.endpoints : failing;
  const label = severityLabel(severity);
  return { severity: label, severityId: severity, headline, sentence, checks, requirements, endpoints };
}

/** What a check of these topics finds in an answer is about the same as the observations in it. */
const topicsOfAnswers: readonly Topic[] = ['availability', 'success', 'errors', 'fhir', 'import'];

/**
 * Leaves out what a check says already: drift that was observed in the answer by which a check broke, or was fixed. The names of
 * fields are judged by no check, so only an answer that is no list or no record at all says the same of them.
 */
export function withoutReported(
  drift: readonly ClassifiedDrift[],
  reported: readonly Change[],
): readonly ClassifiedDrift[] {
  return drift.filter(
    (one) =>
      !reported.some(
        ({ check, endpoint }) =>
          endpoint === one.endpoint &&
          topicsAbout(one).some((topic) => topic === topicOf(check)) &&
          haveRequestInCommon(one, check),
      ),
  );
}

function topicsAbout({ changes }: ClassifiedDrift): readonly Topic[] {
  return changes === undefined ? topicsOfAnswers : ['success'];
}

function haveRequestInCommon({ gap: id, endpoint: place }: ClassifiedDrift, check: string): boolean {
  const endpoint = documented.find((one) => one.id === place);
  const gap = gaps.find((one) => one.id === id);
  const found = catalogue.find((one) => one.id === check);
  if (endpoint === undefined || gap === undefined || found === undefined) return false;
  const asked = Object.values(found.asks(endpoint)).map(requestOf);
  return Object.values(gap.asks(endpoint))
    .map(requestOf)
    .some((ask) => asked.some((other) => isDeepStrictEqual(ask, other)));
}

/** The request alone, regardless of the check or gap that asks for it. */
function requestOf({ optional: _, more: _more, ...request }: Ask): object {
  return request;
}
