import { didYouMean } from '../../engine/configuration/did-you-mean.ts';
import { names } from './explain.ts';

/** Why a name has no explanation. */
export function whyNotExplained(name: string): string {
  const help = didYouMean(name, names) || ' `evidence-contract checks` lists all that can be explained.';
  return `Nothing is named ${JSON.stringify(name.slice(0, 60))}.${help}`;
}
