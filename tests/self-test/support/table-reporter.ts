import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { alignColumns } from '../../../reports/console/layout.ts';
import { annotations } from './self-test.ts';

interface Row {
  readonly requirement: string;
  readonly check: string;
  readonly fault: string;
  readonly caughtBy: string;
}

/** Prints the self-test as a table (requirement, check, fault, caught by), followed by the failures. */
// biome-ignore lint/style/noDefaultExport: Playwright loads a reporter from the default export.
export default class TableReporter implements Reporter {
  private readonly rows: Row[] = [];
  private readonly problems: string[] = [];
  private readonly passed = { faults: 0, variants: 0, others: 0 };
  private readonly startedAt = Date.now();

  onTestEnd(test: TestCase, { status, annotations: notes, errors }: TestResult): void {
    const isGood = status === 'passed';
    const of = (type: string): string | undefined => notes.find((one) => one.type === type)?.description;
    const requirement = of(annotations.requirement);
    const check = of(annotations.check);
    if (requirement !== undefined && check !== undefined) {
      const caughtBy = isGood ? (of(annotations.caughtBy) ?? '') : 'NOT CAUGHT, OR NOT ALONE';
      this.rows.push({ requirement, check, fault: test.title, caughtBy });
    }
    if (isGood) this.passed[groupOf(test)] += 1;
    else this.problems.push(`${test.title}\n${errors.map(({ message }) => message ?? '').join('\n')}`);
  }

  onEnd({ status }: FullResult): void {
    const head = ['requirement', 'check', 'fault', 'caught by'];
    const rows = this.rows
      .sort(byRequirement)
      .map(({ requirement, check, fault, caughtBy }) => [requirement, check, fault, caughtBy]);
    const { faults, variants, others } = this.passed;
    const seconds = Math.round((Date.now() - this.startedAt) / 100) / 10;
    const lines = [
      ...alignColumns([head, ...rows]),
      '',
      ...this.problems,
      `${faults} faults caught, ${variants} variants without an alarm, ${others} other tests, ${this.problems.length} problems, ${seconds} s.`,
      status === 'passed'
        ? 'The suite passes its self-test.'
        : 'The suite does not pass its self-test: see the problems above.',
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  }
}

function groupOf({ location, parent }: TestCase): 'faults' | 'variants' | 'others' {
  if (parent.type !== 'describe') return 'others';
  if (location.file.endsWith('faults.spec.ts')) return 'faults';
  return location.file.endsWith('variants.spec.ts') ? 'variants' : 'others';
}

function byRequirement(one: Row, other: Row): number {
  const key = ({ requirement, check, fault }: Row): string => `${requirement} ${check} ${fault}`;
  return key(one).localeCompare(key(other), 'en', { numeric: true });
}
