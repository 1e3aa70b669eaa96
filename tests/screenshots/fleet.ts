import type { Health } from './templates.ts';

/** What has happened to all installations. */
export const scenes = ['healthy', 'outage', 'upgrade'] as const;
export type Scene = (typeof scenes)[number];

/** An installation, and how it does at a time, in minutes before now. */
export interface Member {
  readonly name: string;
  readonly baseUrl: string;
  /** By how much it is slower than the reference installation. */
  readonly slowness: number;
  readonly certificateDays: number;
  readonly healthAt: (minutesAgo: number) => Health;
  /** Days ago on which it was down for a while, and for which share of the day. */
  readonly badDays: ReadonlyMap<number, { readonly down: number; readonly broken: number }>;
  /** Since how many days it is monitored. */
  readonly knownDays: number;
  readonly isInMaintenance?: boolean;
  readonly group: string;
  readonly tags: readonly string[];
}

const names = [
  'staging',
  'production',
  'trials-archive',
  'university-oslo',
  'public-mirror',
  'guidelines',
  'rapid-reviews',
  'living-evidence',
  'nutrition',
  'oncology-registry',
  'covid-map',
  'education',
  'partner-sandbox',
  'new-one',
] as const;

const groups = ['Universities', 'Public health', 'Partners'] as const;

/** What differs from being well, in minutes from and to before now, by scene and number. */
const troubles: Readonly<
  Record<Scene, readonly { readonly index: number; readonly health: Health; readonly fromMinutes: number }[]>
> = {
  healthy: [],
  outage: [
    { index: 0, health: 'open-door', fromMinutes: 190 },
    { index: 2, health: 'silent', fromMinutes: 42 },
    { index: 3, health: 'silent', fromMinutes: 44 },
    { index: 4, health: 'throttled', fromMinutes: 64 },
    { index: 6, health: 'refusing', fromMinutes: 610 },
    { index: 7, health: 'broken', fromMinutes: 95 },
  ],
  upgrade: [
    { index: 0, health: 'upgraded', fromMinutes: 120 },
    { index: 1, health: 'upgraded', fromMinutes: 75 },
    { index: 5, health: 'broken', fromMinutes: 75 },
    { index: 8, health: 'upgraded', fromMinutes: 400 },
  ],
};

/** So many installations of a scene; where there is one, it is the one that most happens to. */
export function fleetOf(scene: Scene, size: number): readonly Member[] {
  return Array.from({ length: size }, (_, number) => memberOf(scene, number, size));
}

function memberOf(scene: Scene, number: number, size: number): Member {
  const index = number % names.length;
  const round = Math.floor(number / names.length);
  const name = round === 0 ? (names[index] ?? 'one') : `${names[index]}-${round + 1}`;
  const random = randomOf(number + 1);
  // In a large fleet not everybody has trouble at once.
  const isTroubled = size <= names.length || round % 9 === 0;
  const trouble = isTroubled ? troubles[scene].find((one) => one.index === index) : undefined;
  const isNew = index === names.length - 1 && size > 1;
  return {
    name,
    baseUrl: `https://${name}.example.org/${index % 3 === 0 ? 'review' : ''}`.replace(/\/$/, ''),
    slowness: 5 + random() * 17,
    certificateDays: index === 5 ? 6 : 40 + Math.floor(random() * 300),
    healthAt: (minutesAgo) =>
      trouble !== undefined && minutesAgo < trouble.fromMinutes ? trouble.health : 'well',
    badDays: badDaysOf(random),
    group: groups[index % groups.length] ?? '',
    tags: index === 0 || index === 12 ? ['test'] : ['production', ...(index % 2 === 1 ? ['europe'] : [])],
    knownDays: isNew ? 3 : index === 9 ? 31 : 90,
    ...(scene === 'outage' && index === 11 && isTroubled ? { isInMaintenance: true } : {}),
  };
}

function badDaysOf(random: () => number): Member['badDays'] {
  const days = Array.from({ length: 2 + Math.floor(random() * 5) }, () => {
    const day = 1 + Math.floor(random() * 88);
    const isDown = random() < 0.55;
    const share = 0.02 + random() * random() * 0.7;
    return [day, isDown ? { down: share, broken: 0 } : { down: 0, broken: share }] as const;
  });
  return new Map(days);
}

/** Numbers from 0 to 1 that are the same each time (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
