import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

interface Place {
  readonly file: string;
  readonly line: number;
}

export interface ReportedTest {
  readonly title: string;
  /** Where it is declared. */
  readonly at: Place;
  readonly status: string;
  readonly errors: readonly string[];
  /** The location of each error; undefined if an error has none. */
  readonly places: readonly (Place | undefined)[];
  readonly steps: readonly string[];
  readonly attachments: readonly string[];
  readonly annotations: readonly string[];
}

interface JsonSuite {
  readonly suites?: readonly JsonSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly {
      readonly annotations: readonly { readonly type: string; readonly description?: string }[];
      readonly results: readonly {
        readonly status: string;
        readonly errors: readonly { readonly message: string; readonly location?: Place }[];
        readonly steps?: readonly { readonly title: string }[];
        readonly attachments: readonly { readonly name: string }[];
      }[];
    }[];
  }[];
}
/** The last result of each test, as Playwright's JSON reporter has it. */
export function reportedTests(folder: string): readonly ReportedTest[] {
  const { suites } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as { suites: JsonSuite[] };
  const testsIn = ({ suites: inner = [], specs }: JsonSuite): readonly ReportedTest[] => [
    ...specs.flatMap(({ title, file, line, tests }) =>
      tests.map(({ annotations, results }) => {
        const last = results.at(-1);
        return {
          title,
          at: { file: join(folder, 'contract', file), line },
          status: last?.status ?? 'not run',
          errors: (last?.errors ?? []).map(({ message }) => stripVTControlCharacters(message)),
          places: (last?.errors ?? []).map(({ location }) => location),
          steps: (last?.steps ?? []).map((step) => step.title),
          attachments: (last?.attachments ?? []).map(({ name }) => name),
          annotations: annotations.map(({ type, description }) => `${type}: ${description}`),
        };
      }),
    ),
    ...inner.flatMap(testsIn),
  ];
  return suites.flatMap(testsIn);
}
