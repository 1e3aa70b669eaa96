import { errorAnswer, json } from '../answer.ts';
import { type ApiRequest, carriesEmptyBundle } from '../api-request.ts';
import { hasHeaderCredential, hasNoCredential, hasQueryCredential } from '../authentication.ts';
import { type TransformAt, transformRefusal } from '../transform-builders.ts';
import { type Fault, withCommon, withoutImports } from './fault.ts';

const created = json(201, { id: 1 });

/** A broken gate lets every import in, so the reference answers as if it had created something. */
function letInIf(isLetIn: (request: ApiRequest) => boolean): TransformAt {
  return transformRefusal((answer, request) => (isLetIn(request) ? created : answer));
}

/** A gate that checks the Bundle first: it refuses an empty one, which hides that it never checks the key. */
function letGoodBundlesInIf(isLetIn: (request: ApiRequest) => boolean): TransformAt {
  return transformRefusal((answer, request) => {
    if (!isLetIn(request)) return answer;
    return carriesEmptyBundle(request) ? errorAnswer(400, 'The Bundle has no entry.') : created;
  });
}

/** A gate that lets wrong keys in, so that the Bundle is the first reason to refuse them. */
function refusedForBundle(isLetIn: (request: ApiRequest) => boolean): TransformAt {
  return transformRefusal((answer, request) =>
    isLetIn(request) ? errorAnswer(422, 'The Bundle cannot be imported.') : answer,
  );
}

/** Imports without a valid key are let in. */
export const importGateFaults: readonly Fault[] = withCommon({ at: 'POST /api/v3/fhir_imports' }, [
  {
    name: 'import-open-without-key',
    breaks: 'AUTH-1',
    caughtBy: 'auth.no-key-rejected',
    statement: 'An import without a key is accepted with status 201.',
    transform: letInIf(hasNoCredential),
  },
  {
    name: 'import-any-bearer-accepted',
    breaks: 'AUTH-9',
    caughtBy: 'auth.wrong-header-key-rejected',
    statement: 'An import with a wrong key in the header is accepted with status 201.',
    transform: letInIf(hasHeaderCredential),
  },
  {
    name: 'import-of-good-bundle-open-without-key',
    breaks: 'AUTH-1',
    caughtBy: 'auth.no-key-rejected',
    statement: 'A good Bundle is imported without a key; an empty one is refused for its content.',
    transform: letGoodBundlesInIf(hasNoCredential),
  },
  {
    name: 'import-of-good-bundle-with-any-query-key',
    breaks: 'AUTH-9',
    caughtBy: 'auth.wrong-query-key-rejected',
    statement:
      'A good Bundle is imported with a wrong key in the query; an empty one is refused for its content.',
    transform: letGoodBundlesInIf(hasQueryCredential),
  },
  {
    name: 'import-wrong-header-key-reaches-bundle',
    breaks: 'AUTH-1',
    caughtBy: 'auth.wrong-header-key-rejected',
    statement:
      'An import without a key is refused for it; with a wrong key in the header it is refused for its Bundle.',
    settings: withoutImports,
    transform: refusedForBundle(hasHeaderCredential),
  },
  {
    name: 'import-wrong-query-key-reaches-bundle',
    breaks: 'AUTH-1',
    caughtBy: 'auth.wrong-query-key-rejected',
    statement:
      'An import without a key is refused for it; with a wrong key in the query it is refused for its Bundle.',
    settings: withoutImports,
    transform: refusedForBundle(hasQueryCredential),
  },
  {
    name: 'import-without-key-reaches-bundle',
    breaks: 'AUTH-1',
    caughtBy: 'auth.no-key-rejected',
    statement: 'An import with a wrong key is refused for it; without one it is refused for its Bundle.',
    settings: withoutImports,
    transform: refusedForBundle(hasNoCredential),
  },
  {
    name: 'import-of-good-bundle-refused-in-other-words',
    breaks: 'ERROR-4',
    caughtBy: 'errors.refusal-message',
    statement: 'A Bundle that a valid key imports is called unprocessable where the key is missing or wrong.',
    transform: refusedForBundle(() => true),
  },
]);
