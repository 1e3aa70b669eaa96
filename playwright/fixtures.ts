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
import { firstLocation } from './errors.ts';
import { redacted, withPlainErrors } from './hidden.ts';
import { failOnUnawaitedWork, watched } from './started-work.ts';

/** The installation under test. It never holds a key. */
export interface ContractInstallation {
  readonly name: string;
  readonly baseUrl: string;
  /** The only release to judge FHIR by, if `FHIR_RELEASE` names one. */
  readonly fhirRelease?: FhirRelease;
  /**
   * Whether its configuration provides what some requests need: another user's key, a revoked one, permission to
   * import.
   */
  readonly has: (need: Need) => boolean;
}

/**
 * Sends a request through the run's one session: paced, free of secrets, and each distinct request once for any number
 * of tests.
 * @param request an endpoint as the document writes it, such as `GET /api/v3/projects/:id`, or a method and a path
 * @throws Error with a sentence if it cannot be sent, or gets no answer
 */
export type Ask = <T = unknown>(
  request: EndpointId | (string & {}),
  options?: AskOptions,
) => Promise<ContractAnswer<T>>;

/** The verdicts of checks, topics, endpoints or requirements; the requests they need are sent first. */
export type Verdicts = (...names: readonly ContractName[]) => Promise<readonly RecordedVerdict[]>;

/** Fixtures with the lifetime of a worker. */
export interface ContractWorkerFixtures {
  readonly installation: ContractInstallation;
  readonly verdicts: Verdicts;
}

/** Fixtures of one test. */
export interface ContractFixtures {
  readonly ask: Ask;
  /** @internal For every test: no failure contains a CI runner command, regardless of the compared values. */
  readonly withoutCommands: undefined;
  /** @internal Fails every test that started work without waiting for it. */
  readonly nothingUnawaited: undefined;
}

/** Playwright's `test` with an installation to query and judge. */
export const test = base.extend<ContractFixtures, ContractWorkerFixtures>({
  installation: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from the pattern.
    async ({}, use) => {
      const { provides, ...shown } = await withPlainErrors(() => askBroker('installation'));
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
          withPlainErrors(() => verdictsOf(names)),
        ),
      );
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  ask: async ({}, use, testInfo) => {
    const answers: ContractAnswer[] = [];
    await use(<T>(text: string, options: AskOptions = {}) => {
      const place = firstLocation(callersIn(new Error()));
      const asked = withPlainErrors(async () => {
        const answer = await askFor<T>(text, options, place);
        answers.push(answer);
        return answer;
      });
      return watched('ask', asked);
    });
    await attachOnFailure(answers, testInfo);
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
  nothingUnawaited: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use, testInfo) => failOnUnawaitedWork(testInfo, () => use(undefined)),
    { auto: true },
  ],
});

/** The verdicts of names. */
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
  // A test may have written a key into its path, and Playwright shows step titles everywhere.
  const shown = await redacted(`${text}${options.key === undefined ? '' : ` (${options.key})`}`);
  const send = async (): Promise<ContractAnswer<T>> => {
    const answered = await askBroker('ask', asked);
    if ('unanswered' in answered) throw new Error(`${shown}: ${answered.unanswered}`);
    return new ContractAnswer<T>(answered.answer);
  };
  return test.step(`ask ${shown}`, send, place === undefined ? {} : { location: place });
}

/** Attaches the requests of a failed test: without secrets, each named after its request. */
async function attachOnFailure(answers: readonly ContractAnswer[], testInfo: TestInfo): Promise<void> {
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
