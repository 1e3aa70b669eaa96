import { type ComparedSet, setViewOf } from './compared-set.ts';
import type { ComparisonView } from './comparison-view.ts';
import { type JunitCase, writeJunit } from './junit-xml.ts';
import type { Keeping } from './keep-integration.ts';

/**
 * Comparisons as JUnit XML: a testsuite for each installation, a testcase for each endpoint, which fails where a client cannot be
 * kept. An installation that could not be compared is an error.
 */
export function renderComparisonJunit(set: ComparedSet): string {
  const { views } = setViewOf(set);
  const missing = set.onlyBefore.map(
    (name): JunitCase => ({
      suite: name,
      name: 'the installation can be compared',
      result: { kind: 'error', message: `${name} was checked before and not after.`, lines: [] },
    }),
  );
  return writeJunit({
    name: 'evidence-contract compare',
    cases: [...missing, ...views.flatMap(casesOf)],
  });
}

function casesOf(view: ComparisonView): readonly JunitCase[] {
  const { name, tone, verdict, keeping } = view;
  const summary: JunitCase = {
    suite: name,
    name: 'nothing broke',
    ...(tone === 'bad'
      ? { result: { kind: 'failure', message: verdict, lines: linesOf(view) } }
      : { output: [verdict, ...linesOf(view)] }),
  };
  return [summary, ...keeping.map((one) => endpointCase(name, one))];
}

function linesOf({ sections }: ComparisonView): readonly string[] {
  return sections.flatMap(({ title, items }) => [
    `${title} (${items.length})`,
    ...items.map(({ label, sentence }) => `- ${label === undefined ? '' : `${label}: `}${sentence}`),
  ]);
}

function endpointCase(suite: string, { endpoint, answer, reasons }: Keeping): JunitCase {
  const base = { suite, name: `clients of ${endpoint} keep working` };
  const message = reasons.join('; ');
  if (answer === 'no') return { ...base, result: { kind: 'failure', message, lines: reasons } };
  if (answer === 'unknown') return { ...base, result: { kind: 'skipped', message, lines: [] } };
  return { ...base, output: reasons };
}
