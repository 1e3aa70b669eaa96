import type { EndpointId } from '../contract/document/endpoints.ts';
import { kindOf } from '../contract/judging/describe.ts';
import { didYouMean } from '../engine/configuration/did-you-mean.ts';
import type { RecordedVerdict } from '../engine/record/run-record.ts';
import { UserError } from '../engine/user-error.ts';
import { resourceTypes } from '../fhir/definitions/resource-types.ts';
import { type FhirRelease, fhirReleases } from '../fhir/index.ts';
import { createFhirValidator } from '../fhir/node.ts';
import { namedCheckCases } from '../library/named-check-cases.ts';
import { refuseUnknownOptions, requireName } from '../library/refusals.ts';
import { askBroker, brokerVariable } from './broker/messages.ts';
import { nameOf } from './check-cases.ts';
import { ContractAnswer } from './contract-answer.ts';
import { plainError } from './errors.ts';

const resourceTypeNames = Object.values(resourceTypes).flatMap((names) => names.trim().split(/\s+/));

/** Issues listed in a message. */
const issuesNamed = 3;

/** Loads the tables of a release once, when the first resource needs them. */
const validator = createFhirValidator();

/**
 * Whether a JSON text, or a value, is a valid FHIR resource of a type; the result is a phrase that follows "The value".
 */
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
    // A sentence, possibly followed by the release.
    const clause = message.replaceAll(/\.(?= \(FHIR [\d.]+\)|$)/g, '');
    return path === '' ? clause : `${path}: ${clause}`;
  });
  const more = errors.length - named.length + report.omittedIssues;
  const tail = more > 0 ? ` (and ${more} more)` : '';
  return { isValid: false, what: `is not a valid ${type}${suffix}: ${named.join('; ')}${tail}` };
}

/** The configured release, if tests run in a session. */
async function configuredRelease(): Promise<FhirRelease | undefined> {
  if (process.env[brokerVariable] === undefined) return undefined;
  return (await askBroker('installation')).fhirRelease;
}

/** Verdicts listed in a message. */
const verdictsNamed = 5;

/**
 * Judges whether an installation keeps the part of the contract that a name selects.
 * @param received the installation, or an answer to judge its endpoint alone
 * @throws Error if nothing could be judged, regardless of what is expected
 */
export async function judgeContract(
  received: unknown,
  name: string,
): Promise<{ readonly isKept: boolean; readonly message: string }> {
  const isAnswer = received instanceof ContractAnswer;
  if (!isAnswer && !isInstallation(received))
    throw plainError('toKeep takes the fixture `installation`, or what `await ask(…)` gives.');
  const endpoint = isAnswer ? ContractAnswer.exchangeOf(received).endpoint : undefined;
  requireName('toKeep', name);
  const verdicts = await askBroker('verdicts', casesAt(name, endpoint));
  const failed = verdicts.filter(({ outcome }) => outcome === 'fail');
  const passed = verdicts.filter(({ outcome }) => outcome === 'pass');
  if (failed.length > 0) return { isKept: false, message: textOf(`${name} is broken`, failed) };
  if (passed.length > 0) return { isKept: true, message: textOf(`${name} is kept`, passed) };
  throw plainError(textOf(`${name} could not be judged`, verdicts));
}

function isInstallation(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'baseUrl' in value && 'has' in value;
}

function casesAt(name: string, endpoint: EndpointId | undefined) {
  const all = namedCheckCases([name]);
  const here = endpoint === undefined ? all : all.filter((one) => one.endpoint.id === endpoint);
  if (here.length === 0) throw plainError(`No check of ${name} is made at ${endpoint}.`);
  return here.map(nameOf);
}

/** The first verdict as a sentence, the others below it. */
function textOf(what: string, verdicts: readonly RecordedVerdict[]): string {
  const lines = verdicts.slice(0, verdictsNamed).map(({ check, endpoint, message }) => ({
    sentence: `${what}: ${message}`,
    line: `  ${check} at ${endpoint}: ${message}`,
  }));
  const more = verdicts.length - lines.length;
  return [
    lines[0]?.sentence ?? `${what}.`,
    ...(lines.length > 1 ? lines.map(({ line }) => line) : []),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n');
}
