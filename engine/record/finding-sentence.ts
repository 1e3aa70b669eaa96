import { sentenceAbout, type Wording } from './failure-wording.ts';

/** Where something was found. */
export interface Places {
  readonly endpoints: readonly string[];
  /** At how many endpoints it was judged. */
  readonly judged: number;
  /** At some endpoints it could not be judged. */
  readonly isPartlyJudged?: boolean;
}

/** "at all 14 endpoints": where something was found, as a phrase. */
export function placesPhrase({ endpoints, judged, isPartlyJudged = false }: Places): string {
  const [only = 'no endpoint', ...others] = endpoints;
  const number = endpoints.length;
  if (others.length === 0) return `at ${only}`;
  if (number < judged) return `at ${number} of ${judged} endpoints`;
  const all = number === 2 ? 'at both endpoints' : `at all ${number} endpoints`;
  return isPartlyJudged ? `${all} that could be judged` : all;
}

/** What was found, in one sentence that names the endpoint, or the number of them. */
export function findingSentence(wording: Wording, places: Places): string {
  const { endpoints } = places;
  const [only = ''] = endpoints;
  if (!wording.namesEndpoint && endpoints.length === 1) return sentenceAbout('', wording);
  if (endpoints.length === 1) return sentenceAbout(only, wording);
  const phrase = capitalized(placesPhrase(places));
  return sentenceAbout(wording.namesEndpoint ? `${phrase} a request` : `${phrase}: `, wording);
}

/**
 * An outage in the middle of a run, in one sentence.
 * @param since ISO 8601
 * @param ways what came instead of answers, each once
 */
export function outageSentence(since: string, ways: readonly string[], places: Places): string {
  const [first = 'no answer came', ...others] = ways;
  const more = others.length === 0 ? '' : `, or ${others.length === 1 ? others[0] : 'the like'}`;
  const moment = `${since.slice(0, 19).replace('T', ' ')} UTC`;
  return `The installation went away in the middle of the run: from ${moment} on no request was answered as documented (${first}${more}), ${placesPhrase(places)}.`;
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
