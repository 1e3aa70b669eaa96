import { kindOf } from '../contract/describe.ts';
import { didYouMean } from '../engine/configuration/did-you-mean.ts';
import { UserError } from '../engine/user-error.ts';
import { resourceTypes } from '../fhir/definitions/resource-types.ts';
import { type FhirRelease, fhirReleases } from '../fhir/index.ts';
import { createFhirValidator } from '../fhir/node.ts';
import { refuseUnknownOptions } from '../library/refuse-unknown-options.ts';
import { askBroker } from './broker/ask-broker.ts';
import { brokerVariable } from './broker/messages.ts';

const resourceTypeNames = Object.values(resourceTypes).flatMap((names) => names.trim().split(/\s+/));

/** How many issues a message names. */
const issuesNamed = 3;

/** It reads the tables of a release once, when the first resource needs them. */
const validator = createFhirValidator();

/** Whether a JSON text, or a value, is a valid FHIR resource of a type, and what it is: a phrase that follows "The value". */
export async function judgeFhir(
  body: unknown,
  type: string,
  options: { readonly release?: FhirRelease } = {},
): Promise<{ readonly isValid: boolean; readonly what: string }> {
  refuseUnknownOptions('toBeFhir', options, ['release']);
  if (typeof type !== 'string' || type === '')
    throw new UserError(
      `toBeFhir takes the type that is expected, such as 'Bundle'; it got ${type === '' ? 'an empty text' : kindOf(type)}.`,
    );
  if (!resourceTypeNames.includes(type))
    throw new UserError(
      `toBeFhir: no FHIR type is named ${JSON.stringify(type.slice(0, 60))}.${didYouMean(type, resourceTypeNames)}`,
    );
  const { release } = options;
  if (release !== undefined && !fhirReleases.includes(release))
    throw new UserError(
      `toBeFhir: no release is named "${release}".${didYouMean(String(release), fhirReleases) || ` It takes ${fhirReleases.join(', ')}.`}`,
    );
  const chosen = release ?? (await configuredRelease());
  const report = await validator.validate(body, {
    expectType: type,
    ...(chosen === undefined ? {} : { release: chosen }),
  });
  const by = chosen ?? report.release;
  const suffix = by === undefined ? '' : ` by ${by}`;
  if (report.valid) return { isValid: true, what: `is a valid ${type}${suffix}` };
  const errors = report.issues.filter(({ severity }) => severity === 'error');
  const named = errors.slice(0, issuesNamed).map(({ path, message }) => {
    // A sentence, with or without the release behind it.
    const clause = message.replaceAll(/\.(?= \(FHIR [\d.]+\)|$)/g, '');
    return path === '' ? clause : `${path}: ${clause}`;
  });
  const more = errors.length - named.length + report.omittedIssues;
  const tail = more > 0 ? ` (and ${more} more)` : '';
  return { isValid: false, what: `is no valid ${type}${suffix}: ${named.join('; ')}${tail}` };
}

/** What the configuration says, where tests run in a session. */
async function configuredRelease(): Promise<FhirRelease | undefined> {
  if (process.env[brokerVariable] === undefined) return undefined;
  return (await askBroker('installation')).fhirRelease;
}
