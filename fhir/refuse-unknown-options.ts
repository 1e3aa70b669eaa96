/**
 * Refuses options that there are not: callers without types get no other warning, and would be judged by something else.
 * @param caller what they were given to
 * @throws TypeError that names all that there are
 */
export function refuseUnknownOptions(caller: string, options: unknown, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`${caller}: the options must be an object, not ${JSON.stringify(options)}.`);
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(
    `${caller}: there is no option ${JSON.stringify(unknown.slice(0, 60))}. It takes ${known.join(', ')}.`,
  );
}
