import { catalogue } from '../../contract/checks/catalogue.ts';
import { topics } from '../../contract/checks/check.ts';
import { endpoints } from '../../contract/document/endpoints.ts';
import { requirements } from '../../contract/document/requirements.ts';
import { gaps } from '../../contract/gaps/gaps.ts';
import { fhirReleases } from '../../fhir/types.ts';
import { faults } from '../../reference-server/faults/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { checkReports } from '../check/options.ts';
import { type KnownValues, shells } from './scripts.ts';

const checks = catalogue.map(({ id }) => id);
const places = [...new Set(endpoints.map(({ path }) => path.replace('/api/v3/', '')))];
const judged = requirements.filter(({ notObservable }) => notObservable === undefined).map(({ id }) => id);

/** Names that options and commands take: of the document, of faults and of variants. */
export const completedValues: KnownValues = {
  values: {
    '--only': [...topics, ...places, ...checks, ...judged],
    '--report': checkReports,
    '--fhir': fhirReleases,
    '--fault': faults.map(({ name }) => name),
    '--list-faults': [...topics, ...places, 'all'],
    '--variant': variants.map(({ name }) => name),
    checks: [...checks, ...requirements.map(({ id }) => id), ...gaps.map(({ id }) => id)],
    completion: shells,
  },
  next: {
    '--only': { after: '@', values: places },
    '--report': { after: ',', values: checkReports },
  },
};
