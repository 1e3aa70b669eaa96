import { allCheckCases } from '../../contract/catalogue.ts';
import { didYouMean } from '../../engine/configuration/did-you-mean.ts';
import { isChosen } from '../selection.ts';
import { names } from './explain.ts';

/** Why a name has no explanation, and which ones have: `--only` takes topics and endpoints, which are many checks. */
export function whyNotExplained(name: string): string {
  const shown = JSON.stringify(name.slice(0, 60));
  const checks = new Set(allCheckCases.filter((one) => isChosen(one, name)).map(({ check }) => check.id));
  if (checks.size > 0)
    return `${shown} names several checks, which are explained one by one: ${[...checks].join(', ')}.`;
  const help = didYouMean(name, names) || ' `evidence-contract checks` lists all that can be explained.';
  return `Nothing is named ${shown}.${help}`;
}
