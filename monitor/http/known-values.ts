import type { Request } from 'express';

/** What the parameters of an address take, by their names, with a sentence that says so. */
export type KnownValues = Readonly<
  Record<string, { readonly known: readonly string[]; readonly sentence: string }>
>;

/**
 * Says what is accepted where an address asks for something that its page does not know, and nothing where all is known. A page
 * that showed something else instead would be read as the answer. A field that was left empty asks for nothing.
 */
export function unknownValueIn({ query }: Pick<Request, 'query'>, values: KnownValues): string | undefined {
  const sentences = Object.entries(values).flatMap(([name, { known, sentence }]) => {
    const given = query[name] ?? '';
    return given === '' || known.some((one) => one === given) ? [] : [sentence];
  });
  return sentences.length === 0 ? undefined : sentences.join(' ');
}
