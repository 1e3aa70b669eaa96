/** A moment as the ISO text that views hold. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
