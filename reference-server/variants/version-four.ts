import { type Answer, errorAnswer, json } from '../answer.ts';
import { atEndpoint, type TransformAt, transformSuccess } from '../transform-builders.ts';
import { type Variant, withFreedom } from './variant.ts';

const versionFour = (answer: Answer): TransformAt =>
  atEndpoint(
    'GET /api/v4/projects',
    transformSuccess(() => answer),
  );

const noSuccess = 'No success of version 4 is seen.';

/** The possible answers of version 4, which the document only calls minimal. */
export const versionFourVariants: readonly Variant[] = withFreedom('GAP-V4-ANSWER', [
  {
    name: 'v4-empty-object',
    statement: 'Version 4 answers with an empty object.',
    transform: versionFour(json(200, {})),
  },
  {
    name: 'v4-text',
    statement: 'Version 4 answers with a JSON string.',
    transform: versionFour(json(200, 'minimal')),
  },
  {
    name: 'v4-titles',
    statement: 'Version 4 answers with a list of titles.',
    transform: versionFour(json(200, ['Blood pressure', 'Rehabilitation'])),
  },
  {
    name: 'every-path-answers',
    freedom: 'GAP-UNKNOWN-PATH',
    statement: 'A path that the document does not name is answered with an empty object.',
    transform: () => ({
      transformAnswer: (answer, { endpoint }) =>
        endpoint === undefined && answer.status === 404 ? json(200, {}) : answer,
    }),
    leavesUnjudged: 'Nothing shows whether version 4 has other paths where every path answers.',
  },
  {
    name: 'v4-forbidden',
    statement: 'Version 4 is not open to every user.',
    transform: versionFour(errorAnswer(403, 'Version 4 is not open to this key.')),
    leavesUnjudged: noSuccess,
  },
  {
    name: 'v4-wants-parameter',
    statement: 'Version 4 needs a parameter.',
    transform: versionFour(errorAnswer(400, 'The parameter q is missing.')),
    leavesUnjudged: noSuccess,
  },
  {
    name: 'v4-other-method',
    statement: 'Version 4 shows projects by a method other than GET.',
    transform: versionFour(errorAnswer(405, 'Use POST.')),
    leavesUnjudged: noSuccess,
  },
]);
