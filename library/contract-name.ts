import type { Topic } from '../contract/check.ts';
import type { EndpointId } from '../contract/endpoints.ts';
import type { JudgedRequirementId } from '../contract/requirements.ts';
import type { CheckId } from './table-names.ts';

type PathOf<Id extends EndpointId> = Id extends `${string} ${infer Path}` ? Path : never;
type ShortOf<Path extends string> = Path extends `/api/v3/${infer Short}`
  ? Short
  : Path extends `/api/${infer Short}`
    ? Short
    : never;

/** An endpoint: as the document writes it, its path, or what follows `/api/v3/` in it. */
export type EndpointName = EndpointId | PathOf<EndpointId> | ShortOf<PathOf<EndpointId>>;

/** A check, a topic, or a requirement that an answer could break. */
export type CheckName = CheckId | Topic | JudgedRequirementId;

/** What `only`, `verdicts` and `toKeep` take, and `check --only`. A name that code reads from elsewhere needs `as ContractName`. */
export type ContractName = EndpointName | CheckName | `${CheckName}@${EndpointName}`;
