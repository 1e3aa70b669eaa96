import { classify, isClientError, isDeclaredAsPage } from '../answers.ts';
import { type Check, defineCheck } from '../check.ts';
import { createdIds } from '../created-ids.ts';
import { quote } from '../describe.ts';
import type { Endpoint } from '../endpoints.ts';
import {
  brokenByBody,
  brokenByStatus,
  errorShapeFault,
  isOnlyAnError,
  shapePromise,
} from '../error-shape.ts';
import type { Exchange } from '../exchange.ts';
import type { BodyName } from '../request.ts';
import type { RequirementId } from '../requirements.ts';
import { failAnswer, failContent, leaveUntestable, passAnswer } from '../sentences.ts';
import type { Judgement } from '../verdict.ts';

const atImport = (endpoint: Endpoint): boolean => endpoint.kind === 'import';
const importing = { valid: { key: 'header', body: 'valid' } } as const;

/** Why the answer of an import is not judged. */
const nothingCreated = 'nothing was created, so the answer names nothing';

interface BadBody {
  readonly id: string;
  readonly body: BodyName;
  readonly title: string;
  readonly requirements: readonly RequirementId[];
}

/** The handling of an invalid Bundle is open (GAP-IMPORT-INVALID), but an error must be a 4xx with a JSON body. */
const badBodies: readonly BadBody[] = [
  {
    id: 'import.not-json-answered',
    body: 'not-json',
    title: 'returns a documented answer to a body that is not JSON',
    requirements: ['SERVICE-8'],
  },
  {
    id: 'import.not-a-bundle-answered',
    body: 'not-a-bundle',
    title: 'returns a documented answer to a resource that is not a Bundle',
    requirements: ['IMPORT-1', 'SERVICE-8'],
  },
  {
    id: 'import.other-type-answered',
    body: 'other-type',
    title: 'returns a documented answer to a Bundle of another type',
    requirements: ['IMPORT-2', 'SERVICE-8'],
  },
  {
    id: 'import.no-entry-answered',
    body: 'no-entry',
    title: 'returns a documented answer to a Bundle without entry',
    requirements: ['IMPORT-3', 'SERVICE-8'],
  },
  {
    id: 'import.entry-without-resource-answered',
    body: 'entry-without-resource',
    title: 'returns a documented answer to an entry without a resource',
    requirements: ['IMPORT-3', 'SERVICE-8'],
  },
  {
    id: 'import.wrong-content-type-answered',
    body: 'wrong-content-type',
    title: 'returns a documented answer to a wrong Content-Type',
    requirements: ['SERVICE-8'],
  },
];

/** A service may keep the ids that resources have in the Bundle; the addresses of its entries are no ids. */
function isOwnId(id: string, { sentBundle }: Exchange): boolean {
  const own = sentBundle?.ids.filter((one) => !/^(urn:|https?:)/i.test(one)) ?? [];
  return id.split('/').some((part) => own.includes(part));
}

export const importChecks: readonly Check[] = [
  defineCheck({
    id: 'import.created',
    title: 'answers a valid collection Bundle with status 201',
    topic: 'import',
    gravity: 'wrong-status',
    like: 'availability.endpoint-answers',
    requirements: ['SERVICE-5', 'SERVICE-7', 'RESOURCE-10', 'RULE-2', 'RULE-3'],
    claims: 'answer',
    at: atImport,
    needs: 'imports',
    asks: importing,
    after: ['availability.import-answers', 'auth.import-header-key-accepted'],
    judge: ({ valid }) =>
      valid.answer?.status === 201 ? passAnswer(valid) : failAnswer(valid, 'status 201'),
  }),
  defineCheck({
    id: 'import.json-answer',
    title: 'answers a valid collection Bundle with JSON',
    topic: 'import',
    gravity: 'wrong-content',
    like: 'success.json-body',
    requirements: ['SERVICE-6', 'RULE-2'],
    at: atImport,
    needs: 'imports',
    asks: importing,
    after: ['import.created'],
    judge: ({ valid }) => {
      const { answer } = valid;
      if (answer === undefined || classify(valid) !== 'success')
        return leaveUntestable(valid, nothingCreated);
      if (!answer.json.ok)
        return failContent(valid, `has a body that is not JSON (${answer.json.reason})`, 'JSON');
      if (!isDeclaredAsPage(answer)) return passAnswer(valid);
      const declared = quote(answer.headers['content-type'] ?? '');
      return failContent(valid, `declares its JSON as ${declared}`, 'JSON');
    },
  }),
  defineCheck({
    id: 'import.identifiers',
    title: 'names what it created',
    topic: 'import',
    gravity: 'wrong-content',
    requirements: ['RULE-2'],
    claims: 'answer',
    at: atImport,
    needs: 'imports',
    asks: { ...importing, read: { key: 'header', id: 'created', optional: true } },
    after: ['import.created', 'import.json-answer'],
    judge: ({ valid, read }) => {
      if (classify(valid) !== 'success') return leaveUntestable(valid, nothingCreated);
      const value = valid.answer?.json.ok === true ? valid.answer.json.value : undefined;
      const { certain, doubtful } = createdIds(value, valid.sentBundle);
      if (certain.length > 0 || (read !== undefined && classify(read) === 'success'))
        return passAnswer(valid);
      if (doubtful.some((id) => isOwnId(id, valid)))
        return leaveUntestable(
          valid,
          'its identifiers are those of the Bundle, and no endpoint shows a record by them',
        );
      if (doubtful.length > 0)
        return failContent(
          valid,
          `names only what was sent, such as ${quote(doubtful[0] ?? '')}, by which no record can be read`,
          'the identifiers of the created resources',
        );
      return failContent(
        valid,
        'names no identifier in its answer',
        'the identifiers of the created resources',
      );
    },
  }),
  ...badBodies.map(({ id, body, title, requirements }) =>
    defineCheck({
      id,
      title,
      topic: 'import',
      gravity: 'wrong-form',
      like: 'import.not-json-answered',
      requirements: [...requirements, 'ERROR-1', 'ERROR-2', 'ERROR-3'],
      at: atImport,
      needs: 'imports',
      asks: {
        bad: { key: 'header', body },
        ...(body === 'other-type' ? { byQuery: { key: 'query', body, optional: true } as const } : {}),
      },
      after: ['availability.import-answers', 'auth.import-header-key-accepted'],
      judge: ({ bad, byQuery }) => {
        const judgement = judgeBadBody(bad, requirements);
        if (judgement.outcome === 'fail' || byQuery === undefined) return judgement;
        // Whether the key is accepted there is what auth.import-query-key-accepted judges.
        const further = isClientError(byQuery) ? judgeBadBody(byQuery, requirements) : judgement;
        return further.outcome === 'fail' ? further : judgement;
      },
    }),
  ),
];

/** The answer to a body that creates nothing: an error of the document, or whatever a service makes of it. */
function judgeBadBody(bad: Exchange, requirements: readonly RequirementId[]): Judgement {
  const { answer } = bad;
  const answerClass = classify(bad);
  if (answer === undefined) return failAnswer(bad, 'an answer');
  if (answerClass === 'outside')
    return failAnswer(bad, 'a 4xx status for an error', [...requirements, ...brokenByStatus]);
  if (answerClass === 'refusal')
    return leaveUntestable(bad, 'the key was refused, which says nothing about the body');
  const found = isClientError(bad) ? errorShapeFault(answer) : undefined;
  if (found !== undefined)
    return failContent(bad, found, shapePromise, [...requirements, ...brokenByBody(answer)]);
  if (!answer.json.ok) return failContent(bad, `has a body that is not JSON (${answer.json.reason})`, 'JSON');
  if (answerClass === 'success' && isOnlyAnError(answer.json.value))
    return failContent(bad, 'reports an error as a success', 'a 4xx status for an error', [
      ...requirements,
      ...brokenByStatus,
    ]);
  return passAnswer(bad);
}
