/** What a wrong path prefix is answered. */
export const pathPrefixAdvice = 'Give a path that starts with a slash, such as /some/app.';

/** Whether a text is a path prefix of the reference installation; an empty one is none. */
export function isPathPrefix(text: unknown): boolean {
  return typeof text === 'string' && /^(?:(?:\/[A-Za-z0-9._~-]+)+\/?)?$/.test(text);
}
