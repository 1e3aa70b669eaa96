import { allCheckCases } from '../contract/checks/catalogue.ts';
import type { Topic } from '../contract/checks/check.ts';
import { type Endpoint, type EndpointId, endpoints } from '../contract/document/endpoints.ts';
import type { CheckCase } from '../contract/judging/judge.ts';

/** A check case as sent to the broker. */
export interface CheckCaseName {
  readonly check: string;
  readonly endpoint: EndpointId;
}

/** The subject of one test: a topic at an endpoint. */
export interface TopicCheckCases {
  readonly endpoint: Endpoint;
  readonly topic: Topic;
  readonly checkCases: readonly CheckCase[];
}

/** Groups check cases into tests: one for every topic at every endpoint. */
export function topicsOf(checkCases: readonly CheckCase[]): readonly TopicCheckCases[] {
  return endpoints.flatMap((endpoint) => {
    const here = checkCases.filter((checkCase) => checkCase.endpoint.id === endpoint.id);
    const topics = [...new Set(here.map(({ check }) => check.topic))];
    return topics.map((topic) => ({
      endpoint,
      topic,
      checkCases: here.filter(({ check }) => check.topic === topic),
    }));
  });
}

export function nameOf({ check, endpoint }: CheckCase): CheckCaseName {
  return { check: check.id, endpoint: endpoint.id };
}

/** Looks up a check case by name. */
export function checkCaseOf({ check, endpoint }: CheckCaseName): CheckCase | undefined {
  return allCheckCases.find(
    (checkCase) => checkCase.check.id === check && checkCase.endpoint.id === endpoint,
  );
}
