import { createServer, type ServerResponse, request as send } from 'node:http';
import type { BodyReader } from '../../engine/evidence/body-reader.ts';
import { findingsOf } from '../../engine/record/findings.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { runInstallation } from '../../engine/run/run-installation.ts';
import { type Answer, errorAnswer } from '../../reference-server/answer.ts';
import { faults } from '../../reference-server/faults/index.ts';
import { type ResponseTransform, startReference } from '../../reference-server/index.ts';
import { everywhere, transformAuthentication } from '../../reference-server/transform-builders.ts';
import { allKeys } from '../support/installation.ts';
import { long } from '../support/long.ts';
import { serve } from '../support/serving.ts';
import { installationAt, judgeReference } from './support/judge-reference.ts';
import { expect, test } from './support/self-test.ts';

/** A fault at its own endpoint, or at another place. */
function faultNamed(name: string, at?: typeof everywhere): ResponseTransform {
  const fault = faults.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`There is no ${name}.`);
  return fault.transform(at ?? fault.at);
}

/** Treats every request as one of the first user, with any key or none. */
const noAuthentication = transformAuthentication(() => (_request, users) => users.all()[0])();

type Short = readonly [severity: string, failures: number, sentence: string];

/** Findings, with their sentences up to the first parenthesis. */
function shortOf(record: RunRecord): readonly Short[] {
  return findingsOf(record).map(({ severity, failures, sentence }) => [
    severity,
    failures.length,
    sentence.split(' (')[0] ?? '',
  ]);
}

const cases: readonly {
  readonly name: string;
  readonly transforms: readonly ResponseTransform[];
  readonly expected: readonly Short[];
}[] = [
  {
    name: 'missing authentication is one finding for all keys that were tried',
    transforms: [noAuthentication],
    expected: [
      [
        'open-door',
        15,
        'At all 14 endpoints a request without a key was let in; the document promises a 4xx answer to a request without a valid key.',
      ],
    ],
  },
  {
    name: 'an unknown element in each FHIR resource is one finding',
    transforms: [faultNamed('extraction-unknown-element', everywhere)],
    expected: [
      [
        'wrong-content',
        3,
        'At all 3 endpoints a request with a valid key in the header returns a resource that is not valid FHIR: structure at project_id; the document promises a FHIR structure.',
      ],
    ],
  },
  {
    name: 'independent causes are separate findings: an open door, a bad gateway, a wrong message',
    transforms: [
      faultNamed('refusal-other-message'),
      faultNamed('extractions-bad-gateway'),
      faultNamed('users-open-without-key'),
    ],
    expected: [
      ['open-door', 1, 'GET /api/v3/users without a key was answered with status 200'],
      ['outage', 1, 'GET /api/v3/extractions with a valid key in the header was answered with status 502'],
      [
        'wrong-form',
        13,
        'At all 13 endpoints that could be judged a request without a valid key says "Authentication required"; the document promises the message "Unauthorized" for an unauthenticated request.',
      ],
    ],
  },
];

/** Changes every second answer, to any request. */
function everySecond(change: (answer: Answer) => Answer): ResponseTransform {
  let number = 0;
  return {
    transformAnswer: (answer) => {
      number += 1;
      return number % 2 === 0 ? change(answer) : answer;
    },
  };
}

/** Faults of the whole service, each with the codes of all its findings. */
const wholes: readonly {
  readonly name: string;
  readonly transform: () => ResponseTransform;
  readonly codes: readonly string[];
  readonly says: RegExp;
}[] = [
  {
    name: 'a compression that is declared but not applied',
    transform: () => ({
      transformAnswer: (answer) => ({
        ...answer,
        headers: { ...answer.headers, 'content-encoding': 'gzip' },
      }),
    }),
    codes: ['undecodable'],
    says: /^At all 1[34] endpoints.*Content-Encoding/,
  },
  {
    name: 'a server error as every second answer',
    transform: () => everySecond(() => errorAnswer(500, 'Oops.')),
    codes: ['server-error'],
    says: /\d+ of \d+ requests with a valid key at (?:\d+ of )?these endpoints failed so\.$/,
  },
  {
    name: 'refusals with status 200',
    transform: () => ({
      transformAnswer: (answer) => (answer.status === 401 ? { ...answer, status: 200 } : answer),
    }),
    codes: ['error-as-success'],
    says: /^At all 14 endpoints a request .*reports an error as a success/,
  },
];

test.describe('A fault of the service as a whole is one finding', () => {
  for (const { name, transform, codes, says } of wholes) {
    test(name, async ({ bodies }) => {
      const record = await judgeReference({ transforms: [transform()] }, {}, bodies);
      expect(record.state, record.cause).toBe('violating');
      const found = findingsOf(record);
      expect(found.map(({ reason }) => reason?.code)).toEqual(codes);
      expect(found[0]?.sentence).toMatch(says);
    });
  }
});

test.describe('Findings of real faults', () => {
  for (const { name, transforms, expected } of cases) {
    test(name, async ({ bodies }) => {
      expect(shortOf(await judgeReference({ transforms }, {}, bodies))).toEqual(expected);
    });
  }
});

/** How an installation treats requests after it went away. */
interface Way {
  readonly name: string;
  /** Ends the exchange; `close` lets no further connection in. */
  readonly end: (response: ServerResponse, close: () => void) => void;
  readonly says: string;
  readonly state: RunRecord['state'];
}

const ways: readonly Way[] = [
  {
    name: 'refuses every connection',
    end: (response, close) => {
      close();
      response.socket?.resetAndDestroy();
    },
    says: 'the connection was refused',
    state: 'unreachable',
  },
  {
    name: 'cuts every connection',
    end: (response) => void response.socket?.resetAndDestroy(),
    says: 'the connection was cut',
    state: 'violating',
  },
  {
    name: 'answers no request',
    end: () => undefined,
    says: 'no complete answer came within 2 s',
    state: 'violating',
  },
  {
    name: 'leaves its gateway alone',
    end: (response) =>
      void response.writeHead(503, { 'content-type': 'text/html', 'retry-after': '0' }).end('<p>Gone</p>'),
    says: 'status 503',
    state: 'violating',
  },
];

/** How many requests of a standard run are answered before the installation is gone: half of them. */
const answeredRequests = 14;
const timeoutMs = 2_000;

/** Judges a reference installation behind a proxy that makes it go away. */
async function judgeGoing(way: Way, bodies: BodyReader): Promise<RunRecord> {
  const reference = await startReference({ rateLimit: 'off' });
  const { hostname, port: target } = new URL(reference.baseUrl);
  let requests = 0;
  const proxy = createServer((incoming, response) => {
    requests += 1;
    if (requests > answeredRequests) return way.end(response, () => void proxy.close());
    const { method, url: path, headers } = incoming;
    const forwarded = send({ hostname, port: target, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(forwarded);
  });
  const { baseUrl, close } = await serve(proxy);
  try {
    const keys = allKeys(reference.keys);
    const installation = {
      ...installationAt(baseUrl, keys.key),
      ...keys,
      allowImport: false,
      timeoutMs,
    };
    return (await runInstallation(installation, { tier: 'standard', bodies })).record;
  } finally {
    await close();
    await reference.close();
  }
}

test.describe('An installation that goes away in the middle of a run is one finding', () => {
  for (const way of ways) {
    // Waiting for a gateway takes half a minute.
    test(way.name, way.name === 'leaves its gateway alone' ? long : {}, async ({ bodies }) => {
      const record = await judgeGoing(way, bodies);
      const findings = findingsOf(record);
      expect(record.state).toBe(way.state);
      expect(findings.map(({ severity }) => severity)).toEqual(['outage']);
      expect(findings[0]?.sentence).toMatch(
        /^The installation went away in the middle of the run: from .* UTC on no request was answered as documented \(/,
      );
      expect(findings[0]?.sentence).toContain(way.says);
      expect(findings[0]?.places.endpoints.length).toBeGreaterThan(4);
      const gone = record.exchanges.filter(({ status }) => status === undefined || status === 503);
      const [first] = gone.map(({ startedAt }) => startedAt).toSorted();
      expect(findings[0]?.since).toBe(first);
    });
  }
});
