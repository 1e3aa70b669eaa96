import { fieldsOf, type JsonFields } from '../../reference-server/json.ts';
import type { ResponseTransform } from '../../reference-server/transform-builders.ts';

/** Every key question has other fields than before, which the document leaves open. */
export function changedKeyQuestions(change: (fields: JsonFields) => JsonFields): ResponseTransform {
  return {
    transformAnswer: (answer, { endpoint }) =>
      endpoint === 'GET /api/v3/key_questions' && answer.status === 200 && Array.isArray(answer.body)
        ? { ...answer, body: answer.body.map((one) => change(fieldsOf(one))) }
        : answer,
  };
}
