/**
 * The reference installation in tests of your own: what `evidence-contract/reference` exports. It is written from the
 * document alone, keeps all of it over sample data, and breaks it or uses its freedoms on demand.
 */
import './refuse-old-node.ts';

import { chooseTransforms, isPathPrefix, pathPrefixAdvice } from '../application/reference-choice.ts';
import { UserError } from '../engine/user-error.ts';
import { startReference as startServer } from '../reference-server/index.ts';
import { refuseUnknownOptions, requireNames, withoutOwnFrames } from './refusals.ts';
import type { FaultName, VariantName } from './table-names.ts';

export type { FaultName, VariantName } from './table-names.ts';

/** Keys of the sample data: of its two users, and one that was regenerated away. */
export interface ReferenceKeys {
  readonly first: string;
  readonly second: string;
  readonly revoked: string;
}

/** A request that arrived. */
export interface ReferenceRequest {
  readonly method: string;
  /** Below the base path. */
  readonly path: string;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Including its key, if it has one. */
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
  /** Time added to every answer. */
  readonly delayMs?: number;
  /** Per client address; default `off`. */
  readonly rateLimit?: { readonly windowMs: number; readonly limit: number } | 'off';
  /** Keys for new sample data; default: random ones. */
  readonly keys?: ReferenceKeys;
  /** Statements of the document to break; `evidence-contract reference --list-faults all` explains all. */
  readonly faults?: readonly FaultName[];
  /** Freedoms of the document to use; `evidence-contract reference --list-variants` names all. */
  readonly variants?: readonly VariantName[];
  /** Called with each request, for tests that look at what a client sends. */
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
  /** Takes no new connection, gives requests under way a moment, then closes every connection. */
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

/**
 * Starts a reference installation, and resolves once it listens.
 * @throws UserError for a fault, a variant or an option that does not exist, with the nearest one
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
  const { faults = [], variants = [], onRequest, ...given } = options;
  if (given.keys !== undefined) refuseUnknownOptions('startReference: `keys`', given.keys, keyNames);
  if (given.rateLimit !== undefined && given.rateLimit !== 'off')
    refuseUnknownOptions('startReference: `rateLimit`', given.rateLimit, limitNames);
  requireNames('startReference: `faults`', faults);
  requireNames('startReference: `variants`', variants);
  if (given.basePath !== undefined && !isPathPrefix(given.basePath))
    throw new UserError(`startReference: \`basePath\`: ${pathPrefixAdvice}`);
  const chosen = await chooseTransforms(faults, variants);
  const { baseUrl, keys, projectIds, close } = await startServer({
    rateLimit: 'off',
    ...chosen.options,
    ...given,
    ...(onRequest === undefined ? {} : { onRequest: (request) => onRequest(request as ReferenceRequest) }),
  });
  return { baseUrl, keys, projectIds, settings: chosen.settings, close };
}
