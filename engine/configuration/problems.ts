/** One mistake in the configuration: where it is, and what to do about it. */
export interface Problem {
  /** A variable, or a place in a file. */
  readonly place: string;
  readonly message: string;
}

/** Every mistake in the configuration at once; the same mistake, made for several installations, once. */
export class ConfigurationError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const byText = new Map(problems.map((problem) => [`${problem.place}: ${problem.message}`, problem]));
    super([...byText.keys()].join('\n'));
    this.name = 'ConfigurationError';
    this.problems = [...byText.values()];
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
