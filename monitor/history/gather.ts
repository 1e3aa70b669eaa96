/** Makes what reads the value of a key, by one reading for all that are asked for at the same time. */
export function gather<Value>(
  readAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let next: { readonly keys: Set<string>; readonly values: Promise<ReadonlyMap<string, Value>> } | undefined;
  const begin = (): NonNullable<typeof next> => {
    const keys = new Set<string>();
    const values = new Promise((resolve) => setImmediate(resolve)).then(() => {
      next = undefined;
      return readAll([...keys]);
    });
    return { keys, values };
  };
  return async (key) => {
    next ??= begin();
    next.keys.add(key);
    return (await next.values).get(key);
  };
}
