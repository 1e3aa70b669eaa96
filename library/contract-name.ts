import type { Topic } from '../contract/check.ts';
import type { EndpointId } from '../contract/endpoints.ts';
import type { JudgedRequirementId } from '../contract/requirements.ts';
import type { CheckId } from './table-names.ts';

/** An endpoint: as the document writes it, its path, or what follows `/api/v3/` in it. */
export type EndpointName =
  | EndpointId
  | {
      [Id in EndpointId]: Id extends `${string} /api/v3/${infer Short}`
        ? Short | `/api/v3/${Short}`
        : Id extends `${string} /api/${infer Short}`
          ? Short | `/api/${Short}`
          : never;
    }[EndpointId];

/** A check, a topic, or a requirement that an answer could break. */
export type CheckName = CheckId | Topic | JudgedRequirementId;

/** What `only`, `verdicts` and `toKeep` take, and `check --only`. A name that code reads from elsewhere needs `as ContractName`. */
export type ContractName = EndpointName | CheckName | `${CheckName}@${EndpointName}`;
