import { fhirReleases } from '../types.ts';
import type { Judged } from './agreement.ts';
import type { Answers } from './answers.ts';
import type { Disagreement } from './disagreement.ts';
import { asPublished, type Case, isMutant, type Material } from './material.ts';
import { mutantKinds } from './mutant-maker.ts';

/** Both judges' answers to the same files. */
export interface Measured {
  readonly material: Material;
  readonly cases: readonly Case[];
  readonly ours: Answers;
  readonly hl7: Answers;
  readonly seed: number;
}

/** The tables of agreement, of what the judges took and of what disagreements are due to. */
export function agreementTables(all: readonly Judged[], measured: Measured): string {
  const { cases, material, hl7, seed } = measured;
  const mutants = cases.filter(isMutant).length;
  const failed = cases.length - all.length;
  const left = [...material.leftOut]
    .map(([reason, count]) => `${number(count)} examples that are ${reason}`)
    .join('; ');
  return [
    `${number(cases.length)} files, ${number(mutants)} of them mutants (seed ${seed}). Left out: ${left}; ` +
      `${failed} files on which HL7's validator fails itself.`,
    table(
      [
        'kind',
        ...fhirReleases.map((release) => `${release}: files`).flatMap((head) => [head, 'verdict', 'element']),
      ],
      [...kindsOf(all)].map((kind) => [
        kind,
        ...fhirReleases.flatMap((release) =>
          agreementOf(all.filter(({ of }) => of.kind === kind && of.release === release)),
        ),
      ]),
    ),
    totals(all),
    costs(measured, hl7),
    causes(all),
  ].join('\n\n');
}

/** What HL7's validator reports and this one does not judge. */
export function designTable(all: readonly Judged[]): string {
  const examples = all.filter(({ of }) => !isMutant(of));
  const names = [...new Set(all.flatMap(({ byDesign }) => byDesign.map(({ row }) => row.topic)))];
  const rows = names.sort().map((name) => {
    const has = ({ byDesign }: Judged): boolean => byDesign.some(({ row }) => row.topic === name);
    const alone = (each: Judged): boolean => has(each) && each.hl7.length === 0;
    const ids = new Map<string, number>();
    for (const { byDesign } of examples)
      for (const { row, issue } of byDesign)
        if (row.topic === name) ids.set(nameOf(issue.id), (ids.get(nameOf(issue.id)) ?? 0) + 1);
    const most = [...ids].sort((one, other) => other[1] - one[1]).slice(0, 4);
    return [
      String(name),
      number(examples.filter(has).length),
      number(examples.filter(alone).length),
      number(all.filter(alone).length),
      most.map(([id, count]) => `\`${id}\` (${number(count)})`).join(', '),
    ];
  });
  const head = [
    'what',
    `of ${number(examples.length)} examples`,
    'of these, nothing else',
    `of all ${number(all.length)} files, nothing else`,
    'most often, on examples',
  ];
  return table(head, rows);
}

function nameOf(id: string | undefined): string {
  return (id ?? 'no id').replace(/^.*#/, '');
}

function kindsOf(all: readonly Judged[]): readonly string[] {
  const present = new Set<string>(all.map(({ of }) => of.kind));
  return [asPublished, ...mutantKinds].filter((kind) => present.has(kind));
}

function agreementOf(all: readonly Judged[]): readonly string[] {
  const bothInvalid = all.filter(({ nearest }) => nearest !== undefined);
  return [
    number(all.length),
    share(all.filter(({ sameVerdict }) => sameVerdict).length, all.length),
    share(bothInvalid.filter(({ nearest }) => nearest !== 'apart').length, bothInvalid.length),
  ];
}

function totals(all: readonly Judged[]): string {
  const raw = all.filter(({ ours, hl7, byDesign }) => ours.length > 0 === hl7.length + byDesign.length > 0);
  const invalid = all.filter(({ nearest }) => nearest !== undefined);
  const differing = all.filter(({ sameVerdict }) => !sameVerdict);
  const isRight = (side: 'ours' | 'hl7', { rows }: Judged): boolean =>
    rows.length > 0 && rows.every(({ right }) => right === side);
  const oursRight = differing.filter((each) => isRight('ours', each)).length;
  const hl7Right = differing.filter((each) => isRight('hl7', each)).length;
  const rows = [
    ['valid or invalid, of what both judge', all.filter(({ sameVerdict }) => sameVerdict).length, all.length],
    [
      'the same, or different where this validator is right',
      all.length - differing.length + oursRight,
      all.length,
    ],
    ["of different verdicts: HL7's validator is right", hl7Right, differing.length],
    ['of different verdicts: this validator is right', oursRight, differing.length],
    [
      'of different verdicts: a policy of this suite',
      differing.length - oursRight - hl7Right,
      differing.length,
    ],
    ['valid or invalid, with what only HL7 judges', raw.length, all.length],
    [
      'the wrong element, or the one that holds it',
      invalid.filter(({ nearest }) => nearest !== 'apart').length,
      invalid.length,
    ],
    ['exactly the same element', invalid.filter(({ nearest }) => nearest === 'same').length, invalid.length],
  ] as const;
  return table(
    ['agreement on', 'files', 'of', 'share'],
    rows.map(([what, count, of]) => [what, number(count), number(of), share(count, of)]),
  );
}

function costs({ cases, ours }: Measured, hl7: Answers): string {
  const row = (name: string, answers: Answers): readonly string[] => {
    const each = cases.map(({ file }) => answers.byFile.get(file)?.ms ?? 0).sort((one, other) => one - other);
    const sum = each.reduce((all, ms) => all + ms, 0);
    return [
      name,
      `${Math.round(answers.wholeMs / 1_000)} s`,
      `${milliseconds(sum / each.length)} ms`,
      `${milliseconds(each[each.length >> 1] ?? 0)} ms`,
      `${milliseconds(each[Math.floor(each.length * 0.99)] ?? 0)} ms`,
      answers.peakMb === undefined ? 'unknown' : `${number(answers.peakMb)} MB`,
    ];
  };
  return table(
    ['the same files', 'whole, from start to end', 'a file, mean', 'median', '99 %', 'most memory'],
    [row('evidence-contract/fhir', ours), row("HL7's validator", hl7)],
  );
}

/** Reasons of disagreements in the guide: all are rows of `disagreements.ts`. */
const mostReasons = 8;

/** The most frequent reasons of disagreements. */
function causes(all: readonly Judged[]): string {
  const says = { ours: 'this validator', hl7: "HL7's", policy: 'a policy' };
  const byReason = new Map<string, { rows: Set<Disagreement>; files: Set<Judged> }>();
  for (const each of all)
    for (const row of each.rows) {
      const { rows, files } = byReason.get(row.reason) ?? { rows: new Set(), files: new Set() };
      byReason.set(row.reason, { rows: rows.add(row), files: files.add(each) });
    }
  const sorted = [...byReason].sort(([, one], [, other]) => other.files.size - one.files.size);
  return table(
    ['files', 'the error is reported by', 'right is', 'why'],
    sorted.slice(0, mostReasons).map(([reason, { rows, files }]) => {
      const sides = [...new Set([...rows].map(({ side }) => says[side]))];
      const right = [...new Set([...rows].map((row) => says[row.right]))];
      return [number(files.size), sides.length > 1 ? 'both' : sides.join(), right.join(), reason];
    }),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

const number = (value: number): string => value.toLocaleString('en');
const milliseconds = (value: number): string => (value < 10 ? value.toFixed(2) : number(Math.round(value)));

/** Rounded down: what is not all must not look so. */
function share(count: number, of: number): string {
  return of === 0 ? '' : `${(Math.floor((10_000 * count) / of) / 100).toFixed(2)} %`;
}
