import type { Severity } from './severity.ts';

/**
 * The states of an installation. Exit codes, the order of severity, metric labels, icons, the uptime rule and the
 * tables in the documentation are derived from this table.
 */

/** How a scheduled run that ends in a state counts for uptime. */
export type CountsAs = 'up' | 'down' | 'excluded';

interface StateRow {
  /** For badges and headings. */
  readonly label: string;
  /** A sentence. */
  readonly meaning: string;
  /** The colour; it repeats what the label and the icon show. Red (`bad`) means down. */
  readonly tone: 'good' | 'bad' | 'warn' | 'calm' | 'mute';
  readonly icon: string;
  readonly countsAs: CountsAs;
  /** The exit code of `check`, if the state alone decides it. */
  readonly exitCode?: 3 | 4 | 5;
  /** The state describes the whole installation, regardless of single checks. */
  readonly explainsEverything?: true;
  /**
   * A fault of the installation: counts as a failed run, opens an incident, and is confirmed by a recheck first.
   * Throttling opens an incident too, but an immediate recheck would add to the load.
   */
  readonly isFault?: true;
  readonly isIncident: boolean;
  /** The severity of the one finding for such a state; only for a fault that describes the whole installation. */
  readonly severity?: Severity;
}

/** A fault in which an installation serves nobody. */
const down = {
  tone: 'bad',
  countsAs: 'down',
  exitCode: 3,
  explainsEverything: true,
  isFault: true,
  isIncident: true,
} as const;

/** The most severe first. */
const rows = {
  unreachable: {
    ...down,
    label: 'Unreachable',
    meaning: 'The installation does not answer, or fails at every request with a valid key.',
    icon: 'broken',
    severity: 'outage',
  },
  'not-this-api': {
    ...down,
    label: 'Not this API',
    meaning: 'Something else answers at this address.',
    icon: 'question',
    severity: 'unavailable',
  },
  'key-rejected': {
    ...down,
    label: 'Key rejected',
    meaning: 'The installation does not accept the configured key.',
    icon: 'key',
    severity: 'unavailable',
  },
  violating: {
    label: 'Violating',
    meaning: 'At least one requirement is broken.',
    tone: 'warn',
    icon: 'cross',
    countsAs: 'up',
    isFault: true,
    isIncident: true,
  },
  incomplete: {
    label: 'Incomplete',
    meaning: 'At least one endpoint was not shown to work, and nothing broken explains it.',
    tone: 'warn',
    icon: 'dots',
    countsAs: 'up',
    isIncident: true,
  },
  throttled: {
    label: 'Throttled',
    meaning: 'The installation answered too few requests to be judged in full.',
    tone: 'warn',
    icon: 'hourglass',
    countsAs: 'excluded',
    exitCode: 4,
    explainsEverything: true,
    isIncident: true,
  },
  unknown: {
    label: 'Unknown',
    meaning: 'Too few checks could be judged.',
    tone: 'mute',
    icon: 'dash',
    countsAs: 'excluded',
    explainsEverything: true,
    isIncident: false,
  },
  maintenance: {
    label: 'Maintenance',
    meaning: 'A maintenance window is open.',
    tone: 'calm',
    icon: 'wrench',
    countsAs: 'excluded',
    explainsEverything: true,
    isIncident: false,
  },
  conforming: {
    label: 'Conforming',
    meaning: 'Every requirement that was judged holds.',
    tone: 'good',
    icon: 'tick',
    countsAs: 'up',
    isIncident: false,
  },
} as const satisfies Readonly<Record<string, StateRow>>;

type Rows = typeof rows;
type IdsWith<Property> = { [Id in keyof Rows]: Rows[Id] extends Property ? Id : never }[keyof Rows];

/** The state of an installation after a run. */
export type InstallationState = keyof Rows;
/** A state that a diagnosis can find before anything is judged. */
export type DiagnosedState = IdsWith<{ readonly explainsEverything: true }>;
/** A state that counts as a fault of the installation. */
export type FaultState = IdsWith<{ readonly isFault: true }>;
export type StateTone = StateRow['tone'];
export type StateIcon = Rows[InstallationState]['icon'];

/** One row of the table. */
export interface State extends StateRow {
  readonly id: InstallationState;
  readonly icon: StateIcon;
}

/** The ids of every state, the most severe first. */
export const stateIds = Object.keys(rows) as readonly InstallationState[];

/** Every state, the most severe first. */
export const states: readonly State[] = stateIds.map((id) => ({ id, ...rows[id] }));

/** The ids of the states that are faults of the installation, the most severe first. */
export const faultStateIds = states.filter(({ isFault }) => isFault).map(({ id }) => id as FaultState);

/** The row of a state. */
export function stateOf(id: InstallationState): State {
  const found = states.find((state) => state.id === id);
  // Only a record written by another version can name an unknown state.
  if (found === undefined) throw new Error(`No state is named ${id}.`);
  return found;
}

/** 0 for the most severe state; a higher number is less severe. */
export function stateRank(id: InstallationState): number {
  return stateIds.indexOf(id);
}
