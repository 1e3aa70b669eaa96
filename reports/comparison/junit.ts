import { type JunitCase, writeJunit } from '../ci/junit-xml.ts';
import { headingOf } from '../sections.ts';
import type { Compatibility } from './keep-integration.ts';
import { type ComparedSet, type ComparisonView, setViewOf } from './view.ts';

/**
 * Comparisons as JUnit XML: a testsuite for each installation, a testcase for each endpoint, which fails if clients of
 * it would break. An installation that could not be compared is an error.
 */
export function renderComparisonJunit(set: ComparedSet): string {
  const { views } = setViewOf(set);
  const missing = set.onlyBefore.map(
    (name): JunitCase => ({
      suite: name,
      name: 'the installation can be compared',
      outcome: 'error',
      message: `${name} was checked before and not after.`,
    }),
  );
  return writeJunit('evidence-contract compare', [...missing, ...views.flatMap(casesOf)]);
}

function casesOf({
  name: suite,
  tone,
  claim,
  verdict,
  sections,
  keeping,
}: ComparisonView): readonly JunitCase[] {
  const lines = sections.flatMap((section) => [
    headingOf(section),
    ...section.items.map(({ label, sentence }) => `- ${label === undefined ? '' : `${label}: `}${sentence}`),
  ]);
  const summary = { suite, name: claim };
  return [
    tone === 'bad'
      ? { ...summary, outcome: 'failure', message: verdict, lines }
      : { ...summary, lines: [verdict, ...lines] },
    ...keeping.map((one) => endpointCase(suite, one)),
  ];
}

function endpointCase(suite: string, { endpoint, answer, reasons }: Compatibility): JunitCase {
  const base = { suite, name: `clients of ${endpoint} keep working` };
  const message = reasons.join('; ');
  if (answer === 'no') return { ...base, outcome: 'failure', message, lines: reasons };
  if (answer === 'unknown') return { ...base, outcome: 'skipped', message };
  return { ...base, lines: reasons };
}
