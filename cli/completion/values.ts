import { catalogue } from '../../contract/catalogue.ts';
import { topics } from '../../contract/check.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { gaps } from '../../contract/gaps.ts';
import { requirements } from '../../contract/requirements.ts';
import { fhirReleases } from '../../fhir/types.ts';
import { checkReports } from '../check/options.ts';
import { shells } from './scripts.ts';
import type { KnownValues } from './words.ts';

const checks = catalogue.map(({ id }) => id);

/** Names of the document that options and commands take. */
export const completedValues: KnownValues = {
  '--only': [...topics, ...new Set(endpoints.map(({ path }) => path.replace('/api/v3/', ''))), ...checks],
  '--report': checkReports,
  '--fhir': fhirReleases,
  checks: [...checks, ...requirements.map(({ id }) => id), ...gaps.map(({ id }) => id)],
  completion: shells,
};
