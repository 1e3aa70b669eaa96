/** Decodes a body with its declared character set, or else as UTF-8, the default of JSON. */
export function decodeText(
  body: Uint8Array,
  contentType: string | undefined,
): { readonly text: string; readonly fault?: string } {
  const declared = /charset\s{0,9}=\s{0,9}"?([\w-]{1,40})/i.exec(contentType ?? '')?.[1];
  for (const charset of [declared, 'utf-8']) {
    if (charset === undefined) continue;
    try {
      return { text: new TextDecoder(charset, { fatal: true }).decode(body) };
    } catch {
      // An unknown character set, or bytes that are invalid in it: try the next one.
    }
  }
  return { text: new TextDecoder().decode(body), fault: 'its bytes are not valid UTF-8' };
}
