import { compressionVariants, layoutVariants, textVariants } from './bodies.ts';
import { citationVariants } from './citations.ts';
import { connectionVariants } from './connections.ts';
import { contentTypeVariants } from './content-types.ts';
import { fhirResourceVariants } from './fhir-resources.ts';
import { headerVariants } from './headers.ts';
import { idVariants, largeIdVariants } from './ids.ts';
import { importVariants } from './imports.ts';
import { listVariants } from './lists.ts';
import { parameterVariants } from './parameters.ts';
import { refusalVariants } from './refusals.ts';
import { throttlingVariants } from './throttling.ts';
import { unknownIdVariants } from './unknown-ids.ts';
import { userVariants } from './users.ts';
import type { Variant, VariantGroup } from './variant.ts';
import { versionFourVariants } from './version-four.ts';

export type { Variant, VariantGroup } from './variant.ts';

/** Every freedom of the document that the reference installation can use, by what it decides. */
export const variantGroups: readonly VariantGroup[] = [
  { decides: 'how bodies are compressed', members: compressionVariants, stage: 'compression' },
  { decides: 'how JSON is laid out', members: layoutVariants, stage: 'layout' },
  { decides: 'what else stands in the text', members: textVariants, stage: 'text', addUp: true },
  { decides: 'what bodies are declared as', members: contentTypeVariants },
  { decides: 'what headers there are', members: headerVariants, addUp: true },
  { decides: 'how answers travel', members: connectionVariants },
  { decides: 'what lists look like', members: listVariants, stage: 'lists' },
  // Their links name a project by the id that it has without a variant.
  { decides: 'what ids look like', members: idVariants, hidesFaultsOf: ['second-page'] },
  { decides: 'what ids look like', members: largeIdVariants, stage: 'text' },
  { decides: 'what citations look like', members: citationVariants },
  { decides: 'what FHIR resources hold', members: fhirResourceVariants },
  { decides: 'what the user looks like', members: userVariants },
  {
    decides: 'how a key is refused',
    members: refusalVariants,
    stage: 'refusals',
    hidesFaultsOf: ['errors.refusal'],
  },
  {
    decides: 'how an unknown id is answered',
    members: unknownIdVariants,
    hidesFaultsOf: ['errors.unknown-id'],
  },
  {
    decides: 'how version 4 answers',
    members: versionFourVariants,
    hidesFaultsOf: ['GET /api/v4/projects', 'POST /api/v4/projects'],
  },
  { decides: 'what parameters are taken', members: parameterVariants },
  { decides: 'how requests are throttled', members: throttlingVariants },
  { decides: 'how imports are answered', members: importVariants, hidesFaultsOf: ['import.'] },
];

/** Every variant. */
export const variants: readonly Variant[] = variantGroups.flatMap(({ members }) => members);
