import { kindOf } from '../contract/describe.ts';
import { didYouMean } from '../engine/configuration/did-you-mean.ts';
import { UserError } from '../engine/user-error.ts';

/**
 * Refuses options that there are not, or that are no object: tests run without a compiler that would, and nothing is to vanish silently.
 * @param caller what they were given to
 * @throws UserError with the nearest name, or with all
 */
export function refuseUnknownOptions(caller: string, options: unknown, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new UserError(`${caller}: the options must be an object, not ${kindOf(options)}.`);
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const help = didYouMean(name, known) || ` It takes ${known.join(', ')}.`;
    throw new UserError(`${caller}: there is no option "${name}".${help}`);
  }
}
