import type { Ask, Need } from '../../contract/check.ts';
import { type Endpoint, endpointOf, endpoints } from '../../contract/endpoints.ts';
import { type Evidence, requestKey } from '../../contract/evidence.ts';
import type { Exchange, NotAsked } from '../../contract/exchange.ts';
import { requestSpecId } from '../../contract/request.ts';
import type { BodyReader } from '../../engine/evidence/body-reader.ts';
import { startSession } from '../../engine/run/session.ts';
import { Secret } from '../../engine/secret.ts';
import type { Fault } from '../../reference-server/faults/index.ts';
import { type ReferenceOptions, startReference } from '../../reference-server/index.ts';
import type { Variant } from '../../reference-server/variants/index.ts';
import { installationAt, type Settings, settingsFor } from '../self-test/support/judge-reference.ts';
import { type RecordedCase, type Recording, recordedScope, type Scene } from './recording.ts';

/** An installation to record: how it is made, how it is asked, and what is expected of its verdicts. */
export interface Case extends Omit<RecordedCase, 'scenes' | 'obstacle'> {
  readonly options: ReferenceOptions;
  readonly settings: Settings;
}

export function faultCase(fault: Fault): Case {
  const { name, breaks, caughtBy, at, transform } = fault;
  const settings = { ...settingsFor(fault), ...(name.includes('hang') ? { timeoutMs: 700 } : {}) };
  return { name, fault: { name, breaks, caughtBy, at }, options: { transforms: [transform(at)] }, settings };
}

export function variantCase(variant: Variant): Case {
  const { name, transform, options, leavesUnjudged, state } = variant;
  return {
    name,
    ...(leavesUnjudged === undefined ? {} : { leavesUnjudged: true }),
    ...(state === undefined ? {} : { state }),
    options: { ...options, transforms: transform === undefined ? [] : [transform()] },
    settings: settingsFor(variant),
  };
}

/** Asks each installation once, and keeps what every check and observer is handed. */
export async function record(cases: readonly Case[], bodies: BodyReader): Promise<Recording> {
  const exchanges = distinctValues<Exchange | NotAsked>();
  const scenes = distinctValues<Scene>();
  const recorded: RecordedCase[] = [];
  for (const { options, settings, ...expected } of cases) {
    const evidence = await ask(options, settings, bodies);
    const steady = makeSteady();
    const lacks = needs.filter((need) => !evidence.has(need));
    const places = endpoints.map((endpoint) => {
      // In one order, whatever came first.
      const all = evidence
        .at(endpoint)
        .toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1))
        .map((one) => exchanges.placeOf(steady(one)));
      const found = asksAt(endpoint).flatMap((request) => {
        const at = request.at === undefined ? endpoint : endpointOf(request.at);
        const one = evidence.of(at, request);
        return one === undefined ? [] : [[requestKey(at, request), exchanges.placeOf(steady(one))] as const];
      });
      const { sampledAt } = evidence;
      return scenes.placeOf({
        endpoint: endpoint.id,
        found: Object.fromEntries(found),
        all,
        sampledAt,
        lacks,
      });
    });
    const { obstacle } = evidence;
    recorded.push({ ...expected, scenes: places, ...(obstacle === undefined ? {} : { obstacle }) });
  }
  return { exchanges: exchanges.all(), scenes: scenes.all(), cases: recorded };
}

const needs: readonly Need[] = ['second-key', 'revoked-key', 'imports'];

/** Keeps each JSON value once. */
function distinctValues<T>() {
  const places = new Map<string, number>();
  return {
    placeOf(value: T): number {
      const text = JSON.stringify(value);
      const place = places.get(text) ?? places.size;
      places.set(text, place);
      return place;
    },
    all: (): readonly T[] => [...places.keys()].map((text) => JSON.parse(text) as T),
  };
}

async function ask(options: ReferenceOptions, settings: Settings, bodies: BodyReader): Promise<Evidence> {
  const reference = await startReference({ rateLimit: 'off', ...options });
  const { first, second, revoked } = reference.keys;
  const installation = {
    ...installationAt(reference.baseUrl, new Secret(first)),
    secondKey: new Secret(second),
    revokedKey: new Secret(revoked),
    ...settings,
  };
  const session = startSession({ installation, bodies });
  try {
    await session.collect(recordedScope());
    return session.evidence();
  } finally {
    await session.close();
    await reference.close();
  }
}

/** Every request that a check or an observer wants at an endpoint. */
function asksAt(endpoint: Endpoint): readonly Ask[] {
  const { checkCases, gapCases } = recordedScope();
  return [
    ...checkCases.filter((one) => one.endpoint === endpoint).map(({ check }) => check.asks(endpoint)),
    ...gapCases.filter((one) => one.endpoint === endpoint).map(({ gap }) => gap.asks(endpoint)),
  ].flatMap((named) => Object.values(named));
}

/** The identity of an exchange within its endpoint, the same in every run. */
function idOf({ request, sentAgain, answer, failure }: Exchange): string {
  const again =
    sentAgain === undefined ? '' : ` before it was sent again (${answer?.status ?? failure?.kind})`;
  return `${requestSpecId(request)}${again}`;
}

/** Leaves out what differs from run to run, and what no judge of this scope looks at, in the same way for a whole case. */
function makeSteady(): (one: Exchange | NotAsked) => Exchange | NotAsked {
  const known = new Map<string, string>();
  return (one) => {
    if ('notAsked' in one) return one;
    const url = one.url.replace(/^http:\/\/[^/]+/, 'http://reference.example');
    const { answer, certificateExpiresAt: _, connection: __, ...rest } = one;
    const fixed = { ...rest, id: idOf(one), url, curl: '', startedAt: '', phasesMs: { total: 1 } };
    if (answer === undefined) return fixed;
    const { text: ___, headers, ...kept } = answer;
    const { date: ____, ...others } = headers;
    return withSteadyIds({ ...fixed, answer: { ...kept, headers: others } }, known);
  };
}

/** An import makes new ids each time; one id stays one id. */
function withSteadyIds<T>(value: T, known: Map<string, string>): T {
  const text = JSON.stringify(value).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (uuid) => {
    const steady = known.get(uuid) ?? `00000000-0000-4000-8000-${String(known.size + 1).padStart(12, '0')}`;
    known.set(uuid, steady);
    return steady;
  });
  return JSON.parse(text);
}
