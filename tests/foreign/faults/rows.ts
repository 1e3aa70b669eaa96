import type { MistakeKind, mistakes } from '../mistakes/index.ts';
import type { EndpointName } from '../service/operations.ts';

/** What a row may say beside its mistake, its endpoint and its server. */
export interface RowOptions {
  /** The endpoints at which the fault may be told, when it shows at others too. */
  readonly toldAt?: readonly EndpointName[];
  /** The reason why nobody can tell this fault with the document in hand. */
  readonly notCaught?: string;
}

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
