/** What a primitive type takes in JSON, and how it is written. */
export interface PrimitiveRule {
  readonly json: 'string' | 'number' | 'boolean';
  /**
   * Tells what is wrong with a value's text, or undefined.
   *
   * @param text of the value, numbers as they were written
   */
  readonly fault: (text: string) => string | undefined;
}

/** Every pattern below has at most one way to match any text, so that no text drives it into backtracking. */
const integerPattern = /^-?(?:0|[1-9][0-9]*)$/;
const idPattern = /^[A-Za-z0-9\-.]{1,64}$/;
const oidPattern = /^urn:oid:[0-2](?:\.(?:0|[1-9][0-9]*))+$/;
const uuidPattern = /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const datePattern = /^([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?$/;
const timePattern = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]{1,})?$/;
const zonePattern = /(?:Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))$/;
const whitespace = /[ \t-\r]/;
const maximumStringLength = 1_048_576;
const longestShortPrimitive = 4_096;

const good = (): undefined => undefined;

/** The rules by type name. `release` matters where a later release took something back. */
export const primitiveRules: ReadonlyMap<string, PrimitiveRule> = new Map<string, PrimitiveRule>([
  ['boolean', { json: 'boolean', fault: good }],
  ['integer', { json: 'number', fault: (text) => integerFault(text, -2147483648n, 2147483647n) }],
  ['unsignedInt', { json: 'number', fault: (text) => integerFault(text, 0n, 2147483647n) }],
  ['positiveInt', { json: 'number', fault: (text) => integerFault(text, 1n, 2147483647n) }],
  [
    'integer64',
    { json: 'string', fault: (text) => integerFault(text, -9223372036854775808n, 9223372036854775807n) },
  ],
  ['decimal', { json: 'number', fault: decimalFault }],
  ['string', { json: 'string', fault: stringFault }],
  ['markdown', { json: 'string', fault: stringFault }],
  ['code', { json: 'string', fault: codeFault }],
  [
    'id',
    {
      json: 'string',
      fault: (text) =>
        idPattern.test(text) ? undefined : 'an id has 1 to 64 of the characters A-Z, a-z, 0-9, "-" and "."',
    },
  ],
  ['uri', { json: 'string', fault: uriFault }],
  ['url', { json: 'string', fault: uriFault }],
  ['canonical', { json: 'string', fault: canonicalFault }],
  [
    'oid',
    {
      json: 'string',
      fault: (text) => (isOid(text) ? undefined : 'an oid is written like urn:oid:1.2.3'),
    },
  ],
  [
    'uuid',
    {
      json: 'string',
      fault: (text) =>
        uuidPattern.test(text)
          ? undefined
          : 'a uuid is written like urn:uuid:c757873d-ec9a-4326-a141-556f43239520, in lower case',
    },
  ],
  ['date', { json: 'string', fault: dateFault }],
  ['dateTime', { json: 'string', fault: dateTimeFault }],
  ['instant', { json: 'string', fault: instantFault }],
  ['time', { json: 'string', fault: (text) => timeFault(text) }],
  ['base64Binary', { json: 'string', fault: base64Fault }],
  ['xhtml', { json: 'string', fault: good }],
]);

function integerFault(text: string, least: bigint, greatest: bigint): string | undefined {
  if (text.length > 20 || !integerPattern.test(text))
    return `a whole number from ${least} to ${greatest} is needed`;
  const value = BigInt(text);
  return value < least || value > greatest ? `the value must lie from ${least} to ${greatest}` : undefined;
}

function decimalFault(text: string): string | undefined {
  // JSON's own grammar of numbers is that of FHIR decimals; only the size can be wrong.
  return Number.isFinite(Number(text)) ? undefined : 'the number is too large to be carried';
}

function stringFault(text: string): string | undefined {
  if (text.length > maximumStringLength) return 'a string has at most 1048576 characters';
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 32 && code !== 9 && code !== 10 && code !== 13) return 'a control character is not allowed';
  }
  return text.trim() === '' ? 'a string of spaces alone is not allowed' : undefined;
}

function codeFault(text: string): string | undefined {
  const fault = 'a code has no space at its ends and no two spaces in a row';
  let previousIsSpace = true;
  for (let at = 0; at < text.length; at += 1) {
    const isSpace = isWhitespace(text.charCodeAt(at));
    if (isSpace && previousIsSpace) return fault;
    previousIsSpace = isSpace;
  }
  return previousIsSpace ? fault : undefined;
}

/** The definitions' patterns mean these; other spaces of Unicode are ordinary characters. */
function isWhitespace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

function uriFault(text: string): string | undefined {
  if (whitespace.test(text)) return 'a URI has no spaces';
  if (text.startsWith('urn:oid:') && !isOid(withoutVersion(text))) {
    return 'an oid is written like urn:oid:1.2.3';
  }
  if (text.startsWith('urn:uuid:') && !uuidPattern.test(text.toLowerCase())) {
    return 'a uuid is written like urn:uuid:c757873d-ec9a-4326-a141-556f43239520';
  }
  return undefined;
}

/** Placeholders like urn:oid:X.Y.Z stand in published canonicals. */
function canonicalFault(text: string): string | undefined {
  return text.startsWith('urn:oid:') && !whitespace.test(text) ? undefined : uriFault(text);
}

function isOid(text: string): boolean {
  return text.length <= longestShortPrimitive && oidPattern.test(text);
}

function withoutVersion(text: string): string {
  const cut = text.indexOf('|');
  return cut === -1 ? text : text.slice(0, cut);
}

function dateFault(text: string): string | undefined {
  const match = text.length > longestShortPrimitive ? null : datePattern.exec(text);
  if (!match) return 'a date is written YYYY, YYYY-MM or YYYY-MM-DD';
  const [, year = '', month, day] = match;
  if (year === '0000') return 'there is no year 0000';
  if (month === undefined) return undefined;
  if (Number(month) < 1 || Number(month) > 12) return `there is no month ${month}`;
  if (day === undefined) return undefined;
  return Number(day) < 1 || Number(day) > daysInMonth(Number(year), Number(month))
    ? `month ${year}-${month} has no day ${day}`
    : undefined;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function timeFault(text: string): string | undefined {
  const match = text.length > longestShortPrimitive ? null : timePattern.exec(text);
  if (!match) return 'a time is written hh:mm:ss, with a fraction if needed';
  const [, hours, minutes, seconds] = match;
  // Second 60 is a leap second.
  const fits = Number(hours) <= 23 && Number(minutes) <= 59 && Number(seconds) <= 60;
  return fits ? undefined : 'there is no such time of day';
}

function dateTimeFault(text: string): string | undefined {
  const cut = text.indexOf('T');
  if (cut === -1) return dateFault(text);
  return text.length > longestShortPrimitive ? 'the value is too long' : fullTimeFault(text, cut);
}

function instantFault(text: string): string | undefined {
  const cut = text.indexOf('T');
  if (cut === -1 || text.length > longestShortPrimitive) {
    return 'an instant is written YYYY-MM-DDThh:mm:ss with a time zone';
  }
  return fullTimeFault(text, cut);
}

function fullTimeFault(text: string, cut: number): string | undefined {
  const date = text.slice(0, cut);
  const rest = text.slice(cut + 1);
  const zone = zonePattern.exec(rest);
  if (date.length !== 10) return 'a date with a time is written YYYY-MM-DDThh:mm:ss with a time zone';
  const fault = dateFault(date) ?? timeFault(zone ? rest.slice(0, zone.index) : rest);
  if (fault) return fault;
  return zone ? undefined : 'a time zone (Z or +hh:mm) is needed after the time';
}

function base64Fault(text: string): string | undefined {
  let characters = 0;
  let padding = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 32 || code === 9 || code === 10 || code === 13) continue;
    characters += 1;
    if (code === 61) padding += 1;
    else if (padding > 0 || !isBase64(code)) return 'the value is not base64';
  }
  return characters % 4 !== 0 || padding > 2
    ? 'the value is not base64: its length or padding is wrong'
    : undefined;
}

function isBase64(code: number): boolean {
  return (
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    (code >= 48 && code <= 57) ||
    code === 43 ||
    code === 47
  );
}
