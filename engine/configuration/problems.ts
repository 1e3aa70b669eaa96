/** One mistake in the configuration: where it is, and what to do about it. */
export interface Problem {
  /** A variable, or a place in a file. */
  readonly place: string;
  readonly message: string;
}

/** Every mistake in the configuration, told at once. */
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
