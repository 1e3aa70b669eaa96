import { errorAnswer, json } from '../answer.ts';
import { hasHeaderCredential, hasNoCredential, hasQueryCredential } from '../authentication.ts';
import { transformRefusal } from '../transform-builders.ts';
import { endpointNames, type Fault } from './fault.ts';

/** No Bundle with a resource is as short. */
const emptyBundleBytes = 80;

/** A broken import gate takes everything, so the reference answers as if it had created something. */
const openImports: readonly Fault[] = [
  {
    name: 'import-open-without-key',
    breaks: 'AUTH-1',
    caughtBy: 'auth.no-key-rejected',
    statement: 'An import without a key is answered as created.',
    applies: hasNoCredential,
  },
  {
    name: 'import-any-bearer-accepted',
    breaks: 'AUTH-9',
    caughtBy: 'auth.wrong-header-key-rejected',
    statement: 'An import with a wrong key in the header is answered as created.',
    applies: hasHeaderCredential,
  },
].map(({ applies, ...row }) => ({
  ...row,
  at: endpointNames.import,
  transform: transformRefusal((answer, request) => (applies(request) ? json(201, { id: 1 }) : answer)),
}));

/** A gate that looks at the Bundle first hides that it never looks at the key: an empty Bundle is refused by it. */
const openToGoodBundles: readonly Fault[] = [
  {
    name: 'import-of-good-bundle-open-without-key',
    breaks: 'AUTH-1',
    caughtBy: 'auth.no-key-rejected',
    statement: 'A good Bundle is imported without a key; an empty one is refused for its content.',
    applies: hasNoCredential,
  },
  {
    name: 'import-of-good-bundle-with-any-query-key',
    breaks: 'AUTH-9',
    caughtBy: 'auth.wrong-query-key-rejected',
    statement:
      'A good Bundle is imported with a wrong key in the query; an empty one is refused for its content.',
    applies: hasQueryCredential,
  },
].map(({ applies, ...row }) => ({
  ...row,
  at: endpointNames.import,
  transform: transformRefusal((answer, request) => {
    if (!applies(request)) return answer;
    const holdsNothing = Number(request.headers['content-length']) < emptyBundleBytes;
    return holdsNothing ? errorAnswer(400, 'The Bundle has no entry.') : json(201, { id: 1 });
  }),
}));

/** An import that lets somebody in without a valid key. */
export const importGateFaults: readonly Fault[] = [...openImports, ...openToGoodBundles];
