/**
 * The reference installation in tests of your own: the exports of `evidence-contract/reference`. It is written from the
 * document alone, keeps all of it over sample data, and breaks it or uses its freedoms on demand.
 */
import './refuse-old-node.ts';

import { chooseTransforms, isPathPrefix } from '../application/reference-choice.ts';
import { UserError } from '../engine/user-error.ts';
import { startReference as startServer } from '../reference-server/index.ts';
import { refuseUnknownOptions, requireNames, withoutOwnFrames } from './refusals.ts';
import type { FaultName, VariantName } from './table-names.ts';

export type { FaultName, VariantName } from './table-names.ts';

/** Keys of the sample data: those of its two users, and one that was regenerated away. */
export interface ReferenceKeys {
  readonly first: string;
  readonly second: string;
  readonly revoked: string;
}

/** A request that arrived. */
export interface ReferenceRequest {
  readonly method: string;
  /** The path below the base path. */
  readonly path: string;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Including the key, if there is one. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface ReferenceOptions {
  /** Default 0: a free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** An SQLite file, filled with the sample data if it is new; without it the store is in memory. */
  readonly dataFile?: string;
  /** The path prefix, such as `/some/app`. */
  readonly basePath?: string;
  /** Delay of every answer. */
  readonly delayMs?: number;
  /** Per client address; default `off`. */
  readonly rateLimit?: { readonly windowMs: number; readonly limit: number } | 'off';
  /** Keys for new sample data; default: random ones. */
  readonly keys?: ReferenceKeys;
  /** Statements of the document to break; `evidence-contract reference --list-faults all` explains all. */
  readonly faults?: readonly FaultName[];
  /** Freedoms of the document to use; `evidence-contract reference --list-variants` lists all. */
  readonly variants?: readonly VariantName[];
  /** Called with each request, for tests that look at what a client sends; errors that it throws are not caught. */
  readonly onRequest?: (request: ReferenceRequest) => void;
}

/** A running reference installation. */
export interface Reference {
  readonly baseUrl: string;
  readonly keys: ReferenceKeys;
  /** Projects of the first user: the published one, the unpublished one, then those imported into the data file. */
  readonly projectIds: readonly number[];
  /** Settings that a check needs to reach it with these variants, named as in the environment. */
  readonly settings: Readonly<Record<string, string>>;
  /** Accepts no new connections, gives active requests a moment, then closes every connection. */
  readonly close: () => Promise<void>;
}

const optionNames = [
  'port',
  'host',
  'dataFile',
  'basePath',
  'delayMs',
  'rateLimit',
  'keys',
  'faults',
  'variants',
  'onRequest',
] as const satisfies readonly (keyof ReferenceOptions)[];

const keyNames = ['first', 'second', 'revoked'] as const satisfies readonly (keyof ReferenceKeys)[];
const limitNames = ['windowMs', 'limit'] as const;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isWhole = (value: unknown, most = Number.MAX_SAFE_INTEGER): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;

/** Validation of each option apart from names: callers may run without a type checker. */
const optionRules: Readonly<Record<string, readonly [isRight: (value: unknown) => boolean, takes: string]>> =
  {
    port: [(value) => isWhole(value, 65_535), 'a port: a whole number from 0 to 65535'],
    host: [isText, 'a host name or an address'],
    dataFile: [isText, 'the path of a file'],
    basePath: [
      (value) => typeof value === 'string' && isPathPrefix(value),
      'a path that starts with a slash, such as /some/app',
    ],
    delayMs: [(value) => isWhole(value), 'milliseconds: a whole number'],
    rateLimit: [isRateLimit, "'off', or `windowMs` and `limit`, whole numbers above 0"],
    keys: [areKeys, 'three different keys: `first`, `second` and `revoked`'],
    onRequest: [(value) => typeof value === 'function', 'a function'],
  };

function isRateLimit(value: unknown): boolean {
  if (value === 'off') return true;
  refuseUnknownOptions('startReference: `rateLimit`', value, limitNames);
  const given = value as Readonly<Record<string, unknown>>;
  return limitNames.every((name) => isWhole(given[name]) && given[name] !== 0);
}

function areKeys(value: unknown): boolean {
  refuseUnknownOptions('startReference: `keys`', value, keyNames);
  const given = value as Readonly<Record<string, unknown>>;
  const keys = keyNames.map((name) => given[name]);
  return keys.every(isText) && new Set(keys).size === keys.length;
}

/**
 * Starts a reference installation, and resolves once it listens.
 * @throws UserError for an unknown fault, variant or option, with the nearest one
 * @throws Error of the system if the port is taken
 */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  try {
    return await start(options);
  } catch (thrown) {
    throw withoutOwnFrames(thrown);
  }
}

async function start(options: ReferenceOptions): Promise<Reference> {
  refuseUnknownOptions('startReference', options, optionNames);
  const given: ReferenceOptions = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  );
  const { faults = [], variants = [], onRequest, ...further } = given;
  for (const [name, value] of Object.entries(given)) {
    const [isRight, takes] = optionRules[name] ?? [];
    if (isRight?.(value) === false) throw new UserError(`startReference: \`${name}\` takes ${takes}.`);
  }
  requireNames('startReference: `faults`', faults);
  requireNames('startReference: `variants`', variants);
  const chosen = await chooseTransforms(faults, variants);
  const { baseUrl, keys, projectIds, close } = await startServer({
    rateLimit: 'off',
    ...chosen.options,
    ...further,
    ...(onRequest === undefined
      ? {}
      : { onRequest: (request) => callListener(onRequest, request as ReferenceRequest) }),
  });
  return { baseUrl, keys, projectIds, settings: chosen.settings, close };
}

/** A failed assertion in `onRequest` is for the test runner: the server must not turn it into an error response. */
function callListener(onRequest: (request: ReferenceRequest) => void, request: ReferenceRequest): void {
  try {
    onRequest(request);
  } catch (thrown) {
    queueMicrotask(() => {
      throw thrown;
    });
  }
}
