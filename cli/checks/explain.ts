import { allCheckCases, catalogue } from '../../contract/checks/catalogue.ts';
import { type Check, requirementsAt } from '../../contract/checks/check.ts';
import type { Endpoint } from '../../contract/document/endpoints.ts';
import { type Requirement, requirements } from '../../contract/document/requirements.ts';
import { gaps } from '../../contract/gaps/gaps.ts';
import type { Features, Gap } from '../../contract/gaps/observe.ts';
import { requestSpecId } from '../../contract/judging/request.ts';
import { failureCodes, failureRow, openCodes, openMeaning, type ReasonCode } from '../../contract/reasons.ts';
import { severityLabel } from '../../contract/severity.ts';
import { didYouMean } from '../../engine/configuration/did-you-mean.ts';
import type { Fault } from '../../reference-server/faults/fault.ts';
import { wrap } from '../../reports/console/layout.ts';

/** A heading with lines below it; without lines it is not shown. */
interface Part {
  readonly title: string;
  readonly lines: readonly string[];
}

/**
 * Explains a check, a requirement, a gap or a reason code by its name, in any letter case.
 * @param width columns of the terminal
 * @returns undefined if the name is unknown
 */
export function explain(name: string, faults: readonly Fault[], width: number): string | undefined {
  const isNamed = ({ id }: { readonly id: string }): boolean => id.toLowerCase() === name.toLowerCase();
  const check = catalogue.find(isNamed);
  const requirement = requirements.find(isNamed);
  const gap = gaps.find(isNamed);
  const code = reasonCodes.find((id) => isNamed({ id }));
  const parts =
    (check && partsOfCheck(check, faults)) ??
    (requirement && partsOfRequirement(requirement, faults)) ??
    (gap && partsOfGap(gap)) ??
    (code && partsOfCode(code));
  return parts
    ?.filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) =>
      [...wrap(title, width), ...lines.flatMap((line) => wrap(line, width, '  ', '    ')), ''].join('\n'),
    )
    .join('\n');
}

const reasonCodes: readonly ReasonCode[] = [...failureCodes, ...openCodes];

/** Every name that can be explained. */
export const names: readonly string[] = [
  ...[...catalogue, ...requirements, ...gaps].map(({ id }) => id),
  ...reasonCodes,
];

/** Why a name has no explanation. */
export function whyNotExplained(name: string): string {
  const help = didYouMean(name, names) || ' `evidence-contract checks` lists all that can be explained.';
  return `Nothing is named ${JSON.stringify(name.slice(0, 60))}.${help}`;
}

function partsOfCode(code: ReasonCode): readonly Part[] {
  const open = openCodes.find((one) => one === code);
  if (open !== undefined)
    return [{ title: `${code}: why a verdict is neither a pass nor a failure`, lines: [openMeaning(open)] }];
  const row = failureRow(code);
  if (row === undefined) return [];
  const { severity, headline, advice, explainedBy = [], isOfSameRequest = false } = row;
  return [
    { title: `${code}: why a verdict is a failure`, lines: [`${headline} (${severityLabel(severity)}).`] },
    { title: 'What a developer of the service does', lines: [advice.developer] },
    { title: 'What an operator does', lines: [advice.operator] },
    { title: 'What an administrator does', lines: [advice.administrator] },
    {
      title: `Part of another finding if the same ${isOfSameRequest ? 'request' : 'endpoint'} has`,
      lines: explainedBy,
    },
  ];
}

function partsOfCheck(check: Check, faults: readonly Fault[]): readonly Part[] {
  const places = placesOf(check);
  const claimed = new Set(places.flatMap((endpoint) => requirementsAt(endpoint, check)));
  const first = places[0];
  return [
    { title: `${check.id}: every endpoint below ${check.title}.`, lines: places.map(({ id }) => id) },
    {
      title: 'It judges these requirements',
      lines: requirements
        .filter(({ id }) => claimed.has(id))
        .map(({ id, section, statement }) => `${id} (section ${section}): ${statement}`),
    },
    {
      title: `What it asks${first === undefined ? '' : `, at ${first.id}`}`,
      lines: first === undefined ? [] : Object.entries(check.requests(first)).map(requestLine),
    },
    { title: 'It needs', lines: check.needs === undefined ? [] : [needs[check.needs]] },
    { title: 'It is not judged if one of these has failed', lines: check.after },
    { title: 'Faults that it catches', lines: faultLines(faults, ({ caughtBy }) => caughtBy === check.id) },
  ];
}

const needs: Readonly<Record<NonNullable<Check['needs']>, string>> = {
  'second-key': 'the key of another user (SECOND_API_KEY)',
  'revoked-key': 'a key that was regenerated away (REVOKED_API_KEY)',
  imports: 'leave to import (ALLOW_IMPORT=true)',
};

function requestLine([name, request]: readonly [string, ReturnType<Check['requests']>[string]]): string {
  const how =
    request.more === true ? ', in a full run' : request.optional === true ? ', if another check asks it' : '';
  return `${name}: ${requestSpecId(request)}${how}`;
}

function partsOfRequirement(
  { id, section, statement, notObservable }: Requirement,
  faults: readonly Fault[],
): readonly Part[] {
  const cases = allCheckCases.filter(({ check, endpoint }) =>
    requirementsAt(endpoint, check).some((one) => one === id),
  );
  const checks = catalogue.filter((check) => cases.some((one) => one.check === check));
  return [
    { title: `${id}, section ${section} of the document`, lines: [statement] },
    {
      title: 'No answer can break it',
      lines: notObservable === undefined ? [] : [notObservable],
    },
    {
      title: 'It is judged by',
      lines: checks.map((check) => {
        const places = cases.filter((one) => one.check === check).map(({ endpoint }) => endpoint.id);
        const at = places.length === placesOf(check).length && places.length > 1;
        return `${check.id} at ${at ? `all its ${places.length} endpoints` : places.join(', ')}`;
      }),
    },
    { title: 'Faults that break it', lines: faultLines(faults, ({ breaks }) => breaks === id) },
  ];
}

function partsOfGap({
  id,
  section,
  statement,
  tier,
  notObserved,
  matters,
  clientsRely,
  features = 'stated',
}: Gap): readonly Part[] {
  const when =
    tier === 'survey'
      ? 'Observed by `check --tier survey`; never a failure.'
      : 'Observed by every run that asks for it; never a failure.';
  return [
    { title: `${id}, section ${section} of the document`, lines: [statement] },
    { title: 'Why it matters to a client', lines: matters === undefined ? [] : [matters] },
    {
      title: 'What is done about it',
      lines: [
        notObserved === undefined ? when : `Not observed: ${notObserved}`,
        ...(clientsRely === true
          ? [
              `Clients are likely to rely on it: with --baseline, ${breakingDrift[features]} is breaking drift.`,
            ]
          : []),
      ],
    },
  ];
}

const breakingDrift: Readonly<Record<Features, string>> = {
  stated: 'what disappears',
  'kinds-seen': 'an answer with none of the earlier kinds',
  'values-by-kind': 'what disappears from a kind that is still there',
};

function placesOf(check: Check): readonly Endpoint[] {
  return allCheckCases.filter((one) => one.check === check).map(({ endpoint }) => endpoint);
}

function faultLines(faults: readonly Fault[], isMeant: (fault: Fault) => boolean): readonly string[] {
  return faults.filter(isMeant).map(({ name, at, statement }) => `${name} (${at}): ${statement}`);
}
