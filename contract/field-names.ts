const number = /^\d+$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True for digits alone. */
export function isNumber(text: string): boolean {
  return number.test(text);
}

/** True for a UUID, in small or capital letters. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** True for a number or a UUID: in a map such names are the ids of records. */
export function isIdLike(name: string): boolean {
  return isNumber(name) || isUuid(name);
}
