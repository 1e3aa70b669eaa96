/** One mistake in the configuration: where it is, and what to do about it. */
export interface Problem {
  /** A variable, or a place in a file. */
  readonly place: string;
  readonly message: string;
}

/** Every mistake in the configuration at once. */
export class ConfigurationError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ place, message }) => `${place}: ${message}`).join('\n'));
    this.name = 'ConfigurationError';
    this.problems = problems;
  }
}

/** Raised by a parser of one value; its message is a sentence without the value, which may be secret. */
export class BadValue extends Error {}

/** What `parse` makes; or nothing where it finds a bad value, which is noted with its place. */
export function attempt<T>(problems: Problem[], place: string, parse: () => T): T | undefined {
  try {
    return parse();
  } catch (thrown) {
    if (!(thrown instanceof BadValue)) throw thrown;
    problems.push({ place, message: thrown.message });
    return undefined;
  }
}
