import { didYouMean } from '../engine/configuration/did-you-mean.ts';
import { UserError } from '../engine/user-error.ts';
import { type FhirRelease, fhirReleases } from '../fhir/index.ts';
import { createFhirValidator } from '../fhir/node.ts';
import { askBroker } from './broker/ask-broker.ts';
import { brokerVariable } from './broker/messages.ts';

/** How many issues a message names. */
const issuesNamed = 3;

/** It reads the tables of a release once, when the first resource needs them. */
const validator = createFhirValidator();

/** Whether a JSON text is a valid FHIR resource of a type, and what it is, as a phrase that follows "The value". */
export async function judgeFhir(
  text: string,
  type: string,
  { release = undefined as FhirRelease | undefined } = {},
): Promise<{ readonly isValid: boolean; readonly what: string }> {
  if (release !== undefined && !fhirReleases.includes(release))
    throw new UserError(`toBeFhir: no release is named "${release}".${didYouMean(release, fhirReleases)}`);
  const chosen = release ?? (await configuredRelease());
  const report = await validator.validate(text, {
    expectType: type,
    ...(chosen === undefined ? {} : { release: chosen }),
  });
  const by = chosen ?? report.release;
  const suffix = by === undefined ? '' : ` by ${by}`;
  if (report.valid) return { isValid: true, what: `is a valid ${type}${suffix}` };
  const errors = report.issues.filter(({ severity }) => severity === 'error');
  const named = errors
    .slice(0, issuesNamed)
    .map(({ path, message }) => `${path}: ${message.replace(/\.$/, '')}`);
  const more = errors.length - named.length + report.omittedIssues;
  const tail = more > 0 ? ` (and ${more} more)` : '';
  return { isValid: false, what: `is no valid ${type}${suffix}: ${named.join('; ')}${tail}` };
}

/** What the configuration says, where tests run in a session. */
async function configuredRelease(): Promise<FhirRelease | undefined> {
  if (process.env[brokerVariable] === undefined) return undefined;
  return (await askBroker('installation')).fhirRelease;
}
