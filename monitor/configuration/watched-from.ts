import { didYouMean } from '../../engine/configuration/did-you-mean.ts';
import type { Problem } from '../../engine/configuration/problems.ts';

/** The locations that watch an installation. */
export interface WatchedFrom {
  readonly of: readonly string[];
  /** The number of locations that have to agree that it is down. */
  readonly agree: number;
  /** The location of this monitor, if it is one of them: no other monitor runs it there. */
  readonly here?: string;
}

/** The entry in the file. */
export interface LocationsEntry {
  readonly of: readonly string[];
  readonly agree?: number;
}

/** True if more than one location watches: only then pages and metrics distinguish them. */
export function hasSeveralLocations(watched: WatchedFrom | undefined): watched is WatchedFrom {
  return watched !== undefined && watched.of.length > 1;
}

/** The location of a monitor without a named one. */
export const defaultLocation = 'default';

/**
 * Reads the locations of an installation; by default more than half have to agree.
 * @param location that of this monitor, if it is given
 */
export function watchedFrom(
  { of, agree = Math.floor(of.length / 2) + 1 }: LocationsEntry,
  location?: string,
): WatchedFrom {
  return { of, agree, ...(location !== undefined && of.includes(location) ? { here: location } : {}) };
}

/** Mistakes of an entry that its schema cannot find. */
export function problemsOfEntry(
  { of, agree = 1 }: LocationsEntry,
  placeOf: (where: string) => string,
): readonly Problem[] {
  const twice = of.filter((name, index) => of.indexOf(name) !== index);
  return [...new Set(twice)]
    .map((name) => ({
      place: placeOf('locations.of'),
      message: `The location ${name} is named twice. Name each once.`,
    }))
    .concat(
      agree > of.length
        ? [
            {
              place: placeOf('locations.agree'),
              message: `${agree} locations cannot agree where ${of.length} watch. Write a number from 1 to ${of.length}.`,
            },
          ]
        : [],
    );
}

interface Watch {
  readonly location: string | undefined;
  /** The setting of the location of this monitor. */
  readonly place: string;
  /** The locations named by each installation; undefined if it names none. */
  readonly installations: readonly (WatchedFrom | undefined)[];
  /** Whether other monitors can write to the same history. */
  readonly isShared: boolean;
}

/** Mistakes in the location of this monitor, given the locations of all installations. */
export function problemsOfPlace({ location, place, installations, isShared }: Watch): readonly Problem[] {
  const named = installations.filter((one) => one !== undefined);
  if (named.length === 0) return [];
  const names = [...new Set(named.flatMap(({ of }) => of))].toSorted();
  const known = names.join(', ');
  if (location === undefined)
    return [
      {
        place,
        message: `Installations name from where they are watched, so say where this monitor runs: one of ${known}.`,
      },
    ];
  const several = named.some(({ of }) => of.length > 1);
  return [
    ...(named.length === installations.length && !names.includes(location)
      ? [
          {
            place,
            message: `No installation is watched from ${location}: this monitor would watch nothing. Name one of ${known}.${didYouMean(location, names)}`,
          },
        ]
      : []),
    ...(several && !isShared
      ? [
          {
            place: 'DATABASE_URL',
            message:
              'Installations are watched from several locations, whose monitors share one database. Set it, the same for all.',
          },
        ]
      : []),
  ];
}
