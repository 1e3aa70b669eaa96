import { allQuestions } from '../../../contract/catalogue.ts';
import type { Topic } from '../../../contract/check.ts';
import { type Endpoint, type EndpointId, endpoints } from '../../../contract/endpoints.ts';
import type { Question } from '../../../contract/judge.ts';

/** A question as it goes over a wire. */
export interface QuestionName {
  readonly check: string;
  readonly endpoint: EndpointId;
}

/** What one test asks: a topic at an endpoint. */
export interface TopicQuestions {
  readonly endpoint: Endpoint;
  readonly topic: Topic;
  readonly questions: readonly Question[];
}

/** The catalogue as tests: every topic at every endpoint. */
export const topicQuestions: readonly TopicQuestions[] = endpoints.flatMap((endpoint) => {
  const here = allQuestions.filter((question) => question.endpoint.id === endpoint.id);
  const topics = [...new Set(here.map(({ check }) => check.topic))];
  return topics.map((topic) => ({
    endpoint,
    topic,
    questions: here.filter(({ check }) => check.topic === topic),
  }));
});

export function nameOf({ check, endpoint }: Question): QuestionName {
  return { check: check.id, endpoint: endpoint.id };
}

/** The question that a name stands for. */
export function questionOf({ check, endpoint }: QuestionName): Question | undefined {
  return allQuestions.find((question) => question.check.id === check && question.endpoint.id === endpoint);
}
