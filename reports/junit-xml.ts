import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';
import { groupBy } from '../engine/group-by.ts';
import { sanitize } from './sanitize.ts';

/** A testcase. */
export interface JunitCase {
  readonly name: string;
  readonly suite: string;
  /** How long it took, where that is known. */
  readonly seconds?: number;
  readonly result?: {
    readonly kind: 'failure' | 'error' | 'skipped';
    readonly message: string;
    /** Of a failure: how grave it is. */
    readonly type?: string;
    readonly lines: readonly string[];
  };
  /** What a passed one says all the same. */
  readonly output?: readonly string[];
}

/** A whole report. */
export interface JunitReport {
  readonly name: string;
  readonly seconds?: number;
  /** When it began. */
  readonly timestamp?: string;
  readonly cases: readonly JunitCase[];
}

/** JUnit XML: testcases by suites, with the numbers of both. Nothing in it is other than one line of safe text. */
export function writeJunit({ name, seconds, timestamp, cases }: JunitReport): string {
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele('testsuites', {
    name: sanitize(name),
    ...countsOf(cases),
    ...timeOf(seconds),
  });
  for (const [suite, own] of groupBy(cases, (one) => one.suite)) addSuite(root, suite, own, timestamp);
  return `${root.end({ prettyPrint: true })}\n`;
}

function addSuite(
  root: XMLBuilder,
  name: string,
  cases: readonly JunitCase[],
  timestamp: string | undefined,
): void {
  const times = cases.flatMap(({ seconds }) => seconds ?? []);
  const suite = root.ele('testsuite', {
    name: sanitize(name),
    ...countsOf(cases),
    ...(timestamp === undefined ? {} : { timestamp: sanitize(timestamp) }),
    ...(times.length === 0 ? {} : timeOf(times.reduce((sum, one) => sum + one, 0))),
  });
  for (const one of cases) addCase(suite, one);
}

function addCase(suite: XMLBuilder, { name, suite: classname, seconds, result, output }: JunitCase): void {
  const element = suite.ele('testcase', {
    name: sanitize(name),
    classname: sanitize(classname),
    ...timeOf(seconds),
  });
  if (result !== undefined) {
    const { kind, message, type, lines } = result;
    const attributes = { message: sanitize(message), ...(type === undefined ? {} : { type }) };
    const inner = element.ele(kind, attributes);
    if (lines.length > 0) inner.txt(textOf(lines));
  }
  if (output !== undefined && output.length > 0) element.ele('system-out').txt(textOf(output));
}

function textOf(lines: readonly string[]): string {
  return lines.map(sanitize).join('\n');
}

function countsOf(cases: readonly JunitCase[]): Readonly<Record<string, number>> {
  const number = (kind: string): number => cases.filter(({ result }) => result?.kind === kind).length;
  return {
    tests: cases.length,
    failures: number('failure'),
    errors: number('error'),
    skipped: number('skipped'),
  };
}

function timeOf(seconds: number | undefined): { readonly time?: string } {
  return seconds === undefined ? {} : { time: seconds.toFixed(3) };
}
