import type { Endpoint } from '../document/endpoints.ts';
import type { RequirementId } from '../document/requirements.ts';
import { type Facts, factsOf } from '../facts.ts';
import {
  classify,
  isClientError,
  isDeclaredAsPage,
  isGatewayAnswer,
  isOnlyAnError,
  isSuccess,
  jsonOf,
} from '../judging/answers.ts';
import { createdIds, idForm, mayNameCreated } from '../judging/choose-records.ts';
import type { Exchange } from '../judging/exchange.ts';
import { badBodies } from '../judging/request.ts';
import {
  fail,
  failMark,
  failShape,
  failStatus,
  type Judgement,
  leaveOpen,
  pass,
  untestable,
} from '../judging/verdict.ts';
import { type Check, createdReads, defineCheck, knownReads } from './check.ts';

const ofImports = { at: ({ kind }: Endpoint): boolean => kind === 'import', needs: 'imports' } as const;
const importing = { valid: { key: 'valid', body: 'valid' } } as const;

const notRepeated = 'an import is not sent again, and this one may have been carried out';
const noSuccess = 'this is not a success, so it names nothing that was created';

/** The handling of an invalid Bundle is open (GAP-IMPORT-INVALID), but an error must be a 4xx with a JSON body. */
const contents: Readonly<Record<(typeof badBodies)[number], readonly [string, ...RequirementId[]]>> = {
  'not-json': ['a body that is not JSON'],
  'not-a-bundle': ['a resource that is not a Bundle', 'IMPORT-1'],
  'other-type': ['a Bundle of another type', 'IMPORT-2'],
  'no-entry': ['a Bundle without entry', 'IMPORT-3'],
  'entry-without-resource': ['an entry without a resource', 'IMPORT-3'],
  'wrong-content-type': ['a wrong Content-Type'],
};

/** @param why a clause */
function notShown(valid: Exchange, why: string, further: Facts = {}): Judgement {
  const status = valid.answer?.status;
  return untestable(
    'not-shown',
    `Not shown: POST /api/v3/fhir_imports answered ${status} to a valid Bundle; ${why}.`,
    { ...factsOf(valid), ...further },
    valid,
  );
}

export const importChecks: readonly Check[] = [
  defineCheck({
    id: 'import.created',
    title: 'answers a valid collection Bundle with status 201',
    requirements: ['SERVICE-5', 'SERVICE-7', 'SERVICE-8', 'RESOURCE-10', 'RULE-2', 'RULE-3', 'ERROR-1'],
    claims: 'answer',
    ...ofImports,
    requests: importing,
    after: ['availability.import-answers'],
    judge: ({ valid }, { answer: promised }) => {
      const { answer } = valid;
      if (answer?.status === 201)
        return isOnlyAnError(jsonOf(valid))
          ? fail(valid, 'error-as-success', {}, ['SERVICE-8', 'ERROR-1'])
          : pass(valid);
      if (isGatewayAnswer(valid)) return notShown(valid, notRepeated);
      if (classify(valid) === 'refusal' || answer?.status === 403)
        return notShown(valid, 'the key may not import: set the key of a user who may', {
          setting: 'API_KEY',
        });
      // The document states no sizes.
      if (answer?.status === 413)
        return notShown(valid, 'it may be too large here: name a smaller one by IMPORT_BUNDLE');
      return failStatus(valid, ['RULE-2', ...promised, ...brokenByImport(valid)], 'import-not-created');
    },
  }),
  defineCheck({
    id: 'import.identifiers',
    title: 'names what it created',
    requirements: ['RULE-2'],
    claims: 'answer',
    ...ofImports,
    requests: importing,
    after: ['import.created', 'success.json-body'],
    judge: ({ valid }) => {
      if (!isSuccess(valid)) return leaveOpen(valid, noSuccess);
      // The body has to name the created records: their address in a header does not count.
      if (createdIds(jsonOf(valid), undefined).length > 0) return pass(valid);
      return mayNameCreated(jsonOf(valid))
        ? leaveOpen(
            valid,
            'it may name what it created in another way, and the document shows no such answer',
          )
        : fail(valid, 'import-names-nothing');
    },
  }),
  defineCheck({
    id: 'import.readable',
    title: 'creates what can be read by the identifiers that it names',
    requirements: ['RULE-2'],
    claims: 'answer',
    ...ofImports,
    requests: { ...importing, ...createdReads, ...knownReads },
    after: ['import.created', 'success.json-body', 'import.identifiers'],
    judge: (asked) => {
      const { valid } = asked;
      if (!isSuccess(valid)) return leaveOpen(valid, noSuccess);
      const all = Object.values<Exchange | undefined>(asked).filter((one) => one !== undefined);
      const reads = all.filter(({ request }) => request.id === 'created');
      const found = reads.find(isSuccess);
      const notFound = reads.filter((read) => classify(read) !== 'success');
      // An id without a type is read at every endpoint; one of them must find it.
      const isEnough = notFound.length === 0 || !areTyped(reads, valid);
      return found !== undefined && isEnough ? pass(found) : judgeNotFound(notFound, valid, all);
    },
  }),
  ...badBodies.map((body) => {
    const [what, ...own] = contents[body];
    return defineCheck({
      id: `import.${body}-answered`,
      title: `returns a documented answer to ${what}`,
      requirements: [...own, 'SERVICE-8', 'ERROR-1', 'ERROR-2', 'ERROR-3', 'SERVICE-6'],
      ...ofImports,
      requests: {
        bad: { key: 'valid', body },
        ...(body === 'other-type' ? { byQuery: { key: 'query', body, optional: true } as const } : {}),
      },
      after: ['availability.import-answers'],
      judge: ({ bad, byQuery }) => {
        const judgements = [bad, byQuery].flatMap((one) => (one === undefined ? [] : judgeBadBody(one, own)));
        return judgements.find(({ outcome }) => outcome === 'fail') ?? judgements[0];
      },
    });
  }),
];

/** True if the answer to an import names the resource type of each id that was read. */
function areTyped(reads: readonly Exchange[], valid: Exchange): boolean {
  const typed = idsIn(valid).flatMap(({ id, kind }) => (kind === undefined ? [] : id));
  return reads.every(({ recordId = '' }) => typed.includes(recordId));
}

/**
 * Judges reads that did not find what an import claims to have created. They count only at a path that finds other
 * records.
 */
function judgeNotFound(notFound: readonly Exchange[], valid: Exchange, all: readonly Exchange[]): Judgement {
  const unclear = notFound.find(
    (read) => ![404, 410].includes(read.answer?.status ?? 0) || isBroken(read, all),
  );
  if (unclear !== undefined) return leaveOpen(unclear, 'this does not show whether the resource was created');
  const counted = notFound.filter((read) =>
    all.some((one) => one.endpoint === read.endpoint && isSuccess(one) && hasSameForm(one, read)),
  );
  const [first] = counted;
  const named = idsIn(valid);
  if (first === undefined)
    return leaveOpen(
      notFound[0] ?? valid,
      named.length === 0
        ? 'no identifier was recognized in the answer'
        : 'no endpoint that finds a record of its own list has ids of this form, or reads what it names',
    );
  const ofAnswer = named.flatMap(({ id, isOfAnswer }) => (isOfAnswer === true ? id : []));
  if (counted.every(({ recordId = '' }) => ofAnswer.includes(recordId)))
    return leaveOpen(first, 'the id may be that of the import, which no endpoint of the document reads');
  return fail(valid, 'import-names-unknown', {
    recordId: first.recordId ?? '',
    others: counted.filter(({ recordId }) => recordId === first.recordId).map(({ endpoint }) => endpoint),
    status: first.answer?.status ?? 0,
  });
}

/** True at an endpoint that does not find the records of its own list either. */
function isBroken({ endpoint }: Exchange, all: readonly Exchange[]): boolean {
  const known = all.filter((one) => one.endpoint === endpoint && one.request.id !== 'created');
  return known.length > 0 && !known.some(isSuccess);
}

/**
 * Whether an id may be one that a path accepts: the document does not say which of a resource's ids its path contains.
 */
function hasSameForm(known: Exchange, created: Exchange): boolean {
  const [one, other] = [known.recordId, created.recordId];
  return one === undefined || other === undefined || idForm(one) === idForm(other);
}

/** The requirements that the answer to a valid import breaks besides RULE-2, by its status. */
function brokenByImport(valid: Exchange): readonly RequirementId[] {
  const { answer } = valid;
  if (answer === undefined) return [];
  if (answer.status >= 500) return ['SERVICE-8', 'ERROR-1'];
  if (isClientError(valid)) return ['SERVICE-5', 'RESOURCE-10'];
  return isSuccess(valid) ? ['RULE-3'] : ['RULE-3', 'SERVICE-7', 'RESOURCE-10'];
}

function idsIn(valid: Exchange): ReturnType<typeof createdIds> {
  return createdIds(jsonOf(valid), valid.answer?.headers.location);
}

/** The answer to a body that creates nothing: an error as documented, or what a service makes of it. */
function judgeBadBody(bad: Exchange, own: readonly RequirementId[]): Judgement {
  const { answer } = bad;
  const answerClass = classify(bad);
  if (answer === undefined) return failStatus(bad, [...own, 'SERVICE-8']);
  if (isGatewayAnswer(bad)) return leaveOpen(bad, notRepeated, 'import-not-repeated');
  if (answerClass === 'outside') return failStatus(bad, [...own, 'SERVICE-8', 'ERROR-1']);
  if (answerClass === 'refusal')
    return leaveOpen(bad, 'the key was refused, which says nothing about the body');
  const misshapen = (isClientError(bad) ? failShape(bad) : undefined) ?? failMark(bad);
  if (misshapen !== undefined) return misshapen;
  if (!answer.json.ok) return fail(bad, 'not-json', { received: answer.json.reason }, ['SERVICE-6']);
  if (answerClass === 'success' && isOnlyAnError(answer.json.value))
    return fail(bad, 'error-as-success', {}, ['SERVICE-8', 'ERROR-1']);
  return isDeclaredAsPage(answer) ? fail(bad, 'declared-as-page', {}, ['SERVICE-6']) : pass(bad);
}
