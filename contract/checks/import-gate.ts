import { classify, isAboutBundle, isClientError } from '../answers.ts';
import type { Exchange } from '../exchange.ts';
import type { Credential } from '../request.ts';
import { fail, type Judgement, leaveOpen } from '../verdict.ts';

/** True if a valid key imported the very same Bundle: only the key can be the reason of a refusal then. */
export function hasImportedTheSame(refused: Exchange, valid: Exchange | undefined): boolean {
  if (valid === undefined || classify(valid) !== 'success') return false;
  return refused.bundleHash !== undefined && refused.bundleHash === valid.bundleHash;
}

/** What other requests without a valid key, and the import with one, were answered. */
export interface OtherImports {
  readonly none: Exchange | undefined;
  readonly wrongHeader: Exchange | undefined;
  readonly wrongQuery: Exchange | undefined;
  readonly valid: Exchange | undefined;
}

/**
 * Judges an import without a valid key that was refused for its Bundle. Which of both is checked first is open
 * (GAP-IMPORT-UNKEYED-ORDER); but if other keys are refused first, this one was accepted.
 * @returns undefined if the answer shows that the key was refused
 */
export function judgeGate(refused: Exchange, others: OtherImports): Judgement | undefined {
  if (!isClientError(refused) || !isAboutBundle(refused) || hasImportedTheSame(refused, others.valid))
    return undefined;
  if (isKeyCheckedFirst(refused, others)) return fail(refused, 'import-checks-no-key');
  const remedy =
    others.valid === undefined
      ? 'with ALLOW_IMPORT=true the Bundle is one that a valid key imports'
      : 'a Bundle that a valid key imports here, named by IMPORT_BUNDLE, would show it';
  return leaveOpen(refused, `this is about the Bundle, and shows nothing about the key; ${remedy}`);
}

function isKeyCheckedFirst({ request }: Exchange, { none, wrongHeader, wrongQuery }: OtherImports): boolean {
  const isRefused = (one: Exchange | undefined): boolean => one !== undefined && classify(one) === 'refusal';
  if (request.key === 'none') return isRefused(wrongHeader) && isRefused(wrongQuery);
  return isRefused(none) || isRefused(isInQuery(request.key) ? wrongQuery : wrongHeader);
}

function isInQuery(key: Credential): boolean {
  return key.endsWith('query');
}
