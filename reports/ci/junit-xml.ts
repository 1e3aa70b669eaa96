import { groupBy } from '../../engine/group-by.ts';
import { sanitize } from '../sanitize.ts';
import { renderXml, type XmlElement } from '../xml.ts';

/** A testcase. */
export interface JunitCase {
  readonly name: string;
  readonly suite: string;
  /** How long it took, if that is known. */
  readonly seconds?: number;
  /** Missing if it passed. */
  readonly outcome?: 'failure' | 'error' | 'skipped';
  /** Why it did not pass. */
  readonly message?: string;
  /** For a failure: how severe it is. */
  readonly type?: string;
  /** The evidence; for a passed case, its output. */
  readonly lines?: readonly string[];
}

/**
 * Writes JUnit XML: testcases by suites, with the totals of both. Each value becomes one line of safe text.
 * @param run how long the whole took, and when it began, if that is known
 */
export function writeJunit(
  name: string,
  cases: readonly JunitCase[],
  run: { readonly seconds?: number; readonly timestamp?: string } = {},
): string {
  const { seconds, timestamp } = run;
  return renderXml('testsuites', {
    '@name': sanitize(name),
    ...countsOf(cases),
    ...timeOf(seconds),
    testsuite: [...groupBy(cases, ({ suite }) => suite)].map(([suite, own]) => ({
      '@name': sanitize(suite),
      ...countsOf(own),
      ...(timestamp === undefined ? {} : { '@timestamp': sanitize(timestamp) }),
      ...timeOf(sumOf(own.flatMap((one) => one.seconds ?? []))),
      testcase: own.map(caseOf),
    })),
  });
}

function caseOf({ name, suite, seconds, outcome, message = '', type, lines = [] }: JunitCase): XmlElement {
  const text = lines.map(sanitize).join('\n');
  const result = {
    '@message': sanitize(message),
    ...(type === undefined ? {} : { '@type': type }),
    ...(text === '' ? {} : { '#text': text }),
  };
  const output: XmlElement = text === '' ? {} : { 'system-out': text };
  return {
    '@name': sanitize(name),
    '@classname': sanitize(suite),
    ...timeOf(seconds),
    ...(outcome === undefined ? output : { [outcome]: result }),
  };
}

function countsOf(cases: readonly JunitCase[]): Readonly<Record<string, number>> {
  const number = (kind: JunitCase['outcome']): number =>
    cases.filter(({ outcome }) => outcome === kind).length;
  return {
    '@tests': cases.length,
    '@failures': number('failure'),
    '@errors': number('error'),
    '@skipped': number('skipped'),
  };
}

function sumOf(seconds: readonly number[]): number | undefined {
  return seconds.length === 0 ? undefined : seconds.reduce((sum, one) => sum + one, 0);
}

function timeOf(seconds: number | undefined): XmlElement {
  return seconds === undefined ? {} : { '@time': seconds.toFixed(3) };
}
