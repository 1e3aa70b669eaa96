import { allCheckCases } from '../../../contract/catalogue.ts';
import type { Topic } from '../../../contract/check.ts';
import { type Endpoint, type EndpointId, endpoints } from '../../../contract/endpoints.ts';
import type { CheckCase } from '../../../contract/judge.ts';

/** A checkCase as it goes over a wire. */
export interface CheckCaseName {
  readonly check: string;
  readonly endpoint: EndpointId;
}

/** What one test asks: a topic at an endpoint. */
export interface TopicCheckCases {
  readonly endpoint: Endpoint;
  readonly topic: Topic;
  readonly checkCases: readonly CheckCase[];
}

/** The catalogue as tests: every topic at every endpoint. */
export const topicCheckCases: readonly TopicCheckCases[] = endpoints.flatMap((endpoint) => {
  const here = allCheckCases.filter((checkCase) => checkCase.endpoint.id === endpoint.id);
  const topics = [...new Set(here.map(({ check }) => check.topic))];
  return topics.map((topic) => ({
    endpoint,
    topic,
    checkCases: here.filter(({ check }) => check.topic === topic),
  }));
});

export function nameOf({ check, endpoint }: CheckCase): CheckCaseName {
  return { check: check.id, endpoint: endpoint.id };
}

/** The checkCase that a name stands for. */
export function checkCaseOf({ check, endpoint }: CheckCaseName): CheckCase | undefined {
  return allCheckCases.find(
    (checkCase) => checkCase.check.id === check && checkCase.endpoint.id === endpoint,
  );
}
