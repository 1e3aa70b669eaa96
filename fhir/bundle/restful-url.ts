/** The parts of an address such as `https://example.org/fhir/Patient/12`. */
export interface RestfulUrl {
  /** With the slash at its end. */
  readonly base: string;
  readonly type: string;
  readonly id: string;
}

const typePattern = /^[A-Z][A-Za-z]{0,63}$/;
const idPattern = /^[A-Za-z0-9\-.]{1,64}$/;

/** Splits an address whose last two segments are a type name and an id; undefined for any other. */
export function restfulUrl(url: string): RestfulUrl | undefined {
  if (!/^https?:\/\//i.test(url)) return undefined;
  const idAt = url.lastIndexOf('/') + 1;
  const typeAt = url.lastIndexOf('/', idAt - 2) + 1;
  const type = url.slice(typeAt, idAt - 1);
  const id = url.slice(idAt);
  // The slashes of "https://" are no separators of segments.
  if (typeAt <= url.indexOf('://') + 3 || !typePattern.test(type) || !idPattern.test(id)) return undefined;
  return { base: url.slice(0, typeAt), type, id };
}
