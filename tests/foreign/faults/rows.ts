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

/** Reasons why a run cannot tell a fault; the rules are those of docs/how-a-verdict-is-made.md. */
export const reasons = {
  emptyObject: 'Rule 4: an empty object is an empty list, as encoders write one that leave out empty fields.',
  wrapped:
    'Rules 5 and 18: the own id of a record is looked for in the record, and in nothing that wraps it.',
  notShown:
    'Rule 16: listed records that are not there are not shown, which makes the run incomplete; another id could be there.',
  unrecognized:
    'Rule 18: an object in which no list is recognized is untestable, unless it holds plain values alone.',
  nearMiss: "Rule 9: near misses of a key and another user's key are sampled at two endpoints.",
  letterCase: 'Rule 21: the letter case of a key is left open, so it is observed.',
  emptyProject: 'Only this Bundle shows what a project contains, and a project may be empty.',
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
