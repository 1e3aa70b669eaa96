import fc from 'fast-check';

/**
 * Asserts a property for many inputs. A failure prints the seed and the smallest counterexample: keep it as an example of
 * the test. PROPERTY_SEED tries other inputs than usual. Properties assert by `node:assert`: Playwright records each `expect`
 * as a step, which takes longer than most of what is tested.
 */
export function holds<T extends [unknown, ...unknown[]]>(
  property: fc.IProperty<T> | fc.IAsyncProperty<T>,
  options: { readonly runs?: number; readonly examples?: T[] } = {},
): Promise<void> | void {
  const seed = Number(process.env.PROPERTY_SEED ?? 20_260_101);
  return fc.assert(property as fc.IAsyncProperty<T>, {
    seed,
    numRuns: options.runs ?? 300,
    ...(options.examples === undefined ? {} : { examples: options.examples }),
  });
}
