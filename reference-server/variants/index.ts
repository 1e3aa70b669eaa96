import { compressionVariants, layoutVariants, textVariants } from './bodies.ts';
import { citationVariants } from './citations.ts';
import { connectionVariants } from './connections.ts';
import { contentTypeVariants } from './content-types.ts';
import { fhirResourceVariants } from './fhir-resources.ts';
import { fieldVariants } from './fields.ts';
import { headerVariants } from './headers.ts';
import { idVariants, largeIdVariants } from './ids.ts';
import { importVariants } from './imports.ts';
import { listVariants } from './lists.ts';
import { parameterVariants } from './parameters.ts';
import { refusalVariants } from './refusals.ts';
import { throttlingVariants } from './throttling.ts';
import { unknownIdVariants } from './unknown-ids.ts';
import { upstreamVariants } from './upstream.ts';
import { userVariants } from './users.ts';
import type { Variant, VariantGroup } from './variant.ts';
import { versionFourVariants } from './version-four.ts';

export type { Variant, VariantGroup } from './variant.ts';

/** Faults that do not survive parsing and rewriting a text. */
const lostByRewriting = ['assessments-not-utf8', 'sr360-record-duplicate-name'];

/** Lists that refuse every valid request: lists that require a parameter do the same. */
const refusedListFaults = [
  'sr360-records-missing',
  'key-questions-missing',
  'key-questions-405',
  'key-questions-406',
  'key-questions-410',
  'extractions-error-as-html',
  'form-templates-need-a-key',
  'second-page',
];

/** Every freedom of the document that the reference installation can use, grouped by what it decides. */
export const variantGroups: readonly VariantGroup[] = [
  // A body that is finally compressed has the right declaration.
  {
    decides: 'how bodies are compressed',
    members: compressionVariants,
    stage: 'compression',
    hidesFaultsOf: ['users-declared-as-gzip', 'citation-errors-declared-as-gzip'],
  },
  {
    decides: 'how JSON is laid out',
    members: layoutVariants,
    stage: 'layout',
    hidesFaultsOf: lostByRewriting,
  },
  {
    decides: 'what else stands in the text',
    members: textVariants,
    stage: 'text',
    addUp: true,
    hidesFaultsOf: lostByRewriting,
  },
  { decides: 'what bodies are declared as', members: contentTypeVariants },
  { decides: 'what headers there are', members: headerVariants, addUp: true },
  { decides: 'how answers travel', members: connectionVariants },
  { decides: 'what lists look like', members: listVariants, stage: 'lists' },
  { decides: 'what fields are called', members: fieldVariants, addUp: true },
  // Such faults name a record by its id without a variant.
  {
    decides: 'what ids look like',
    members: idVariants,
    hidesFaultsOf: ['second-page', 'citation-by-query-another', 'citations-five-further', 'malformed-'],
  },
  { decides: 'what ids look like', members: largeIdVariants, stage: 'text' },
  { decides: 'what citations look like', members: citationVariants },
  { decides: 'what FHIR resources hold', members: fhirResourceVariants },
  { decides: 'what the user looks like', members: userVariants },
  {
    decides: 'how a key is refused',
    members: refusalVariants,
    stage: 'refusals',
    hidesFaultsOf: ['errors.refusal', 'errors.json-body', 'errors.shape'],
  },
  {
    decides: 'how an unknown id is answered',
    members: unknownIdVariants,
    hidesFaultsOf: ['errors.unknown-id', 'import.readable'],
  },
  {
    decides: 'how version 4 answers',
    members: versionFourVariants,
    hidesFaultsOf: ['GET /api/v4/projects', 'POST /api/v4/projects'],
  },
  {
    decides: 'what parameters are taken',
    members: parameterVariants,
    hidesFaultsOf: refusedListFaults,
  },
  { decides: 'how requests are throttled', members: throttlingVariants },
  { decides: 'how imports are answered', members: importVariants, hidesFaultsOf: ['import.'] },
  { decides: 'what there is at all', members: upstreamVariants, hidesFaultsOf: [''] },
];

/** Every variant. */
export const variants: readonly Variant[] = variantGroups.flatMap(({ members }) => members);
