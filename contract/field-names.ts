const number = /^\d+$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A name without capitals and separators: services write one name as `projectId`, `project_id` or `PROJECT-ID`. */
export function plainName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
}

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
