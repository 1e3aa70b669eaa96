import type { MistakeKind, mistakes } from '../mistakes/index.ts';
import type { EndpointName } from '../service/operations.ts';

/** What a row may say beside its mistake, its endpoint and its server. */
export interface RowOptions {
  /** The endpoints at which the fault may be told, when it shows at others too. */
  readonly toldAt?: readonly EndpointName[];
  /** The endpoint never answers, so that a case waits for it. */
  readonly isSilent?: true;
  /** The fault shows where the administrator names an id, as the verdict advises. */
  readonly namesId?: true;
  /** Why a run cannot tell this fault. */
  readonly notCaught?: string;
}

/** Reasons why a run cannot tell a fault. */
export const reasons = {
  emptyWrapper:
    'An encoder that leaves out empty fields writes an empty list in a wrapper as an empty object, and the other lists of this installation stand in wrappers.',
  nearMiss:
    'Near misses of a key and a second key are tried at two endpoints: a run may send 105 requests with one key and 150 with all.',
  emptyProject: 'Only this Bundle shows what a project contains, and a project may be empty.',
  smallNumbers:
    'The id of the record may be that of another table, since the document names no fields: small numbers of two tables meet by chance.',
} as const;

/** A slip with a framework, the endpoint where it happens and the number of the server, from 1 on. */
export type SlipRow<Name extends string> = readonly [Name, EndpointName, number, RowOptions?];

/** A mistake that any framework allows, the endpoint where it happens and the number of the server, from 1 on. */
export type MistakeRow = {
  [Kind in MistakeKind]: readonly [
    Kind,
    keyof (typeof mistakes)[Kind] & string,
    EndpointName,
    number,
    RowOptions?,
  ];
}[MistakeKind];
