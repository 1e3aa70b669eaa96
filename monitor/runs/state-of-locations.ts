import { gravityOf, type InstallationState, stateOf } from '../../contract/state.ts';
import { groupBy } from '../../engine/group-by.ts';

/** What one location knows of an installation. */
export interface Voice {
  readonly location: string;
  readonly state: InstallationState;
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/**
 * The state of an installation that several locations watch, from those that are not silent. Pure.
 *
 * An installation that could not be judged is what so many locations find, each that or something graver: with 2 of 3, one
 * `unreachable` and one `key-rejected` are `key-rejected`. What an installation answers does not depend on who asks: one
 * location is enough for `violating` and `incomplete`, and for `conforming` where no more than a minority could not judge it. Fewer locations
 * than have to agree, none of which could judge it, know nothing.
 */
export function stateOfVoices(voices: readonly Voice[], agree: number): InstallationState {
  const found = voices.map(({ state }) => state);
  const obstructed = found.filter((state) => stateOf(state).explainsEverything).toSorted(byGravity);
  const agreed = obstructed[agree - 1];
  if (agreed !== undefined && stateOf(agreed).countsAs === 'down') return agreed;
  if (found.includes('violating')) return 'violating';
  if (found.includes('incomplete')) return 'incomplete';
  return agreed ?? (found.includes('conforming') ? 'conforming' : 'unknown');
}

/** What each location finds, the gravest first: "Unreachable from oslo; conforming from dublin; nothing heard from rome." */
export function voicesSentence(voices: readonly Voice[], silent: readonly string[]): string {
  const groups = [...groupBy(voices, ({ state }) => state)].toSorted(([one], [other]) =>
    byGravity(one, other),
  );
  const phrases = [
    ...groups.map(([state, some]) => `${stateOf(state).label} from ${namesOf(some)}`),
    ...(silent.length === 0 ? [] : [`Nothing heard from ${list.format(silent.toSorted())}`]),
  ];
  return `${phrases.map((phrase, index) => (index === 0 ? phrase : lowerFirst(phrase))).join('; ')}.`;
}

function namesOf(voices: readonly Voice[]): string {
  return list.format(voices.map(({ location }) => location).toSorted());
}

function byGravity(one: InstallationState, other: InstallationState): number {
  return gravityOf(one) - gravityOf(other);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
