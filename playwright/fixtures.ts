import { test as base, type TestInfo } from '@playwright/test';
import type { Location } from '@playwright/test/reporter';
import type { Need } from '../contract/checks/check.ts';
import type { EndpointId } from '../contract/document/endpoints.ts';
import type { RecordedVerdict } from '../engine/record/run-record.ts';
import type { FhirRelease } from '../fhir/index.ts';
import { type ContractName, namedCheckCases } from '../library/named-check-cases.ts';
import { callersIn, requireNames } from '../library/refusals.ts';
import { breakCommands } from '../reports/runner-commands.ts';
import { type AskOptions, askedRequest } from './asked-request.ts';
import { askBroker } from './broker/messages.ts';
import { nameOf } from './check-cases.ts';
import { ContractAnswer } from './contract-answer.ts';
import { placeIn } from './errors.ts';
import { hidden, plainly } from './hidden.ts';
import { watched, watchTest } from './started-work.ts';

/** The installation under test. It never holds a key. */
export interface ContractInstallation {
  readonly name: string;
  readonly baseUrl: string;
  /** The one release that FHIR is judged by, if `FHIR_RELEASE` names it. */
  readonly fhirRelease?: FhirRelease;
  /** Whether its configuration provides what some requests need: another user's key, a revoked one, leave to import. */
  readonly has: (need: Need) => boolean;
}

/**
 * Asks the installation by the one session of the run: paced, free of secrets, and each distinct request once, for any
 * number of tests.
 * @param request an endpoint as the document writes it, such as `GET /api/v3/projects/:id`, or a method and a path
 * @throws Error with a sentence if it cannot be sent, or gets no answer
 */
export type Ask = <T = unknown>(
  request: EndpointId | (string & {}),
  options?: AskOptions,
) => Promise<ContractAnswer<T>>;

/** The verdicts of checks, topics, endpoints or requirements; what they need is asked first. */
export type Verdicts = (...names: readonly ContractName[]) => Promise<readonly RecordedVerdict[]>;

/** Fixtures that live as long as a worker. */
export interface ContractWorkerFixtures {
  readonly installation: ContractInstallation;
  readonly verdicts: Verdicts;
}

/** Fixtures of one test. */
export interface ContractFixtures {
  readonly ask: Ask;
  /** @internal For every test: a failure shows no command to a runner of pipelines, regardless of the compared values. */
  readonly withoutCommands: undefined;
  /** @internal For every test: it fails for work that it has started and did not wait for. */
  readonly nothingForgotten: undefined;
}

/** Playwright's `test` with an installation to ask and to judge. */
export const test = base.extend<ContractFixtures, ContractWorkerFixtures>({
  installation: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted.
    async ({}, use) => {
      const { provides, ...shown } = await plainly(() => askBroker('installation'));
      await use({ ...shown, has: (need) => provides.includes(need) });
    },
    { scope: 'worker' },
  ],
  verdicts: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      await use((...names) =>
        watched(
          'verdicts',
          plainly(() => verdictsOf(names)),
        ),
      );
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  ask: async ({}, use, testInfo) => {
    const answers: ContractAnswer[] = [];
    await use(<T>(text: string, options: AskOptions = {}) => {
      const place = placeIn(callersIn(new Error()));
      const asked = plainly(async () => {
        const answer = await askFor<T>(text, options, place);
        answers.push(answer);
        return answer;
      });
      return watched('ask', asked);
    });
    await attachWhereFailed(answers, testInfo);
  },
  withoutCommands: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use, testInfo) => {
      await use(undefined);
      for (const error of testInfo.errors)
        for (const part of ['message', 'stack', 'snippet', 'value'] as const)
          if (part in error)
            Object.assign(error, { [part]: breakCommands(String(Reflect.get(error, part))) });
    },
    { auto: true },
  ],
  nothingForgotten: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use, testInfo) => watchTest(testInfo, () => use(undefined)),
    { auto: true },
  ],
});

/** The verdicts behind names. */
async function verdictsOf(names: readonly string[]): Promise<readonly RecordedVerdict[]> {
  requireNames('verdicts', names);
  return askBroker('verdicts', namedCheckCases(names).map(nameOf));
}

async function askFor<T>(
  text: string,
  options: AskOptions,
  place: Location | undefined,
): Promise<ContractAnswer<T>> {
  const asked = askedRequest(text, options);
  // A test may have written a key into its path, and Playwright shows the titles of steps everywhere.
  const shown = await hidden(`${text}${options.key === undefined ? '' : ` (${options.key})`}`);
  const send = async (): Promise<ContractAnswer<T>> => {
    const answered = await askBroker('ask', asked);
    if ('unanswered' in answered) throw new Error(`${shown}: ${answered.unanswered}`);
    return new ContractAnswer<T>(answered.answer);
  };
  return test.step(`ask ${shown}`, send, place === undefined ? {} : { location: place });
}

/** If a test fails, its requests are attached: without secrets, under the words of the request. */
async function attachWhereFailed(answers: readonly ContractAnswer[], testInfo: TestInfo): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return;
  const byId = new Map(answers.map((answer) => [answer.exchange, answer]));
  for (const answer of byId.values()) {
    const { request, exchange, curl, status, headers, bytes, ms, excerpt } = answer;
    await testInfo.attach(`${request}.json`, {
      body: JSON.stringify({ request, exchange, curl, status, headers, bytes, ms, excerpt }, undefined, 2),
      contentType: 'application/json',
    });
  }
}
