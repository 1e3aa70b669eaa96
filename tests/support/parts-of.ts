/** Every run of eight consecutive characters of a secret that stands in a text, in any letter case. */
export function partsOf(secret: string, text: string): readonly string[] {
  const lower = text.toLowerCase();
  return Array.from({ length: secret.length - 7 }, (_, start) => secret.slice(start, start + 8)).filter(
    (part) => lower.includes(part.toLowerCase()),
  );
}
