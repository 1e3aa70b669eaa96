/**
 * Makes a value when it is first asked for, and keeps it. For data of megabytes in a table of tests: each process that
 * loads the table would make it for any test.
 */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
