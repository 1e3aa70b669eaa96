import type { FhirRelease } from '../types.ts';

/** How a primitive type is written in JSON. */
export interface PrimitiveFormat {
  readonly jsonType: 'string' | 'number' | 'boolean';
  /**
   * @param text of the value; of a number, as written in the JSON text
   * @param release whose grammar holds; without it, that of all releases
   * @returns what is wrong with it, or undefined
   */
  readonly findError: (text: string, release?: FhirRelease) => string | undefined;
}

// Each pattern can match a text in at most one way, so that no text makes it backtrack.
const integerPattern = /^-?(?:0|[1-9][0-9]*)$/;
const idPattern = /^[A-Za-z0-9\-.]{1,64}$/;
const oidPattern = /^urn:oid:[0-2](?:\.(?:0|[1-9][0-9]*))+$/;
const uuidPattern = /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const datePattern = /^([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?$/;
const timePattern = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?$/;
/** What ends a time of day. */
const notOfTime = /[^\d:.]/;
const zonePattern = /^(?:Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))$/;
/** What `\s` means in HL7's patterns; other Unicode spaces are ordinary characters. */
const whitespace = /[ \t-\r]/;
/** White space that no code has. */
const wrongSpace = /[\t-\r]|^ | {2}| $/;
const base64Pattern = /^[A-Za-z0-9+/]*=*$/;
const maximumStringLength = 1_048_576;
const maximumTokenLength = 4_096;
/** Bounds that R5 states and earlier releases do not. */
const maximumFractionDigits = 9;
const maximumIntegerDigits = 18;

/**
 * The name of the format of Element.id: "any string value that does not contain spaces". In XML it is an attribute, in
 * which a tab or a line feed is read as a space.
 */
export const idOfElement = 'id of an element';

const acceptAny = (): undefined => undefined;

/** The formats by type name, for all releases. */
export const primitiveFormats: ReadonlyMap<string, PrimitiveFormat> = new Map<string, PrimitiveFormat>([
  ['boolean', { jsonType: 'boolean', findError: acceptAny }],
  ['integer', { jsonType: 'number', findError: (text) => integerError(text, -2147483648n, 2147483647n) }],
  ['unsignedInt', { jsonType: 'number', findError: (text) => integerError(text, 0n, 2147483647n) }],
  ['positiveInt', { jsonType: 'number', findError: (text) => integerError(text, 1n, 2147483647n) }],
  [
    'integer64',
    {
      jsonType: 'string',
      findError: (text) => integerError(text, -9223372036854775808n, 9223372036854775807n),
    },
  ],
  ['decimal', { jsonType: 'number', findError: decimalError }],
  ['string', { jsonType: 'string', findError: stringError }],
  ['markdown', { jsonType: 'string', findError: stringError }],
  ['code', { jsonType: 'string', findError: codeError }],
  [
    'id',
    {
      jsonType: 'string',
      findError: (text) =>
        idPattern.test(text) ? undefined : 'an id has 1 to 64 of the characters A-Z, a-z, 0-9, "-" and "."',
    },
  ],
  [
    idOfElement,
    {
      jsonType: 'string',
      findError: (text) => (whitespace.test(text) ? 'such an id has no spaces' : stringError(text)),
    },
  ],
  ['uri', { jsonType: 'string', findError: uriError }],
  ['url', { jsonType: 'string', findError: uriError }],
  ['canonical', { jsonType: 'string', findError: canonicalError }],
  [
    'oid',
    {
      jsonType: 'string',
      findError: (text) => (isOid(text) ? undefined : 'an oid is written like urn:oid:1.2.3'),
    },
  ],
  [
    'uuid',
    {
      jsonType: 'string',
      findError: (text) =>
        uuidPattern.test(text)
          ? undefined
          : 'a uuid is written like urn:uuid:c757873d-ec9a-4326-a141-556f43239520, in lower case',
    },
  ],
  ['date', { jsonType: 'string', findError: dateError }],
  ['dateTime', { jsonType: 'string', findError: dateTimeError }],
  ['instant', { jsonType: 'string', findError: instantError }],
  ['time', { jsonType: 'string', findError: timeError }],
  ['base64Binary', { jsonType: 'string', findError: base64Error }],
  ['xhtml', { jsonType: 'string', findError: acceptAny }],
]);

function integerError(text: string, min: bigint, max: bigint): string | undefined {
  if (text.length > 20 || !integerPattern.test(text)) return `a whole number from ${min} to ${max} is needed`;
  const value = BigInt(text);
  return value < min || value > max ? `the value must lie from ${min} to ${max}` : undefined;
}

function decimalError(text: string, release?: FhirRelease): string | undefined {
  if (release === '5.0.0' && integerDigits(text) > maximumIntegerDigits)
    return `a decimal has at most ${maximumIntegerDigits} digits before its point`;
  // JSON's grammar of numbers is that of FHIR decimals; only the size can be wrong.
  return Number.isFinite(Number(text)) ? undefined : 'the number is too large to be carried';
}

function integerDigits(number: string): number {
  const start = number.startsWith('-') ? 1 : 0;
  const end = number.search(/[.eE]/);
  return (end === -1 ? number.length : end) - start;
}

/** That a string has more than spaces, and no control characters, is what FHIR says it SHOULD. */
function stringError(text: string): string | undefined {
  return text.length > maximumStringLength ? 'a string has at most 1048576 characters' : undefined;
}

function codeError(text: string): string | undefined {
  const wrong = wrongSpace.exec(text)?.[0];
  if (wrong === undefined) return undefined;
  return wrong.startsWith(' ')
    ? 'a code has no space at its ends and no two spaces in a row'
    : 'a code has no white space but single spaces';
}

function uriError(text: string): string | undefined {
  if (whitespace.test(text)) return 'a URI has no spaces';
  const name = nameOfUrn(text);
  if (name.startsWith('urn:oid:') && !isOid(name)) {
    return 'an oid is written like urn:oid:1.2.3';
  }
  if (name.startsWith('urn:uuid:') && !uuidPattern.test(name.toLowerCase())) {
    return 'a uuid is written like urn:uuid:c757873d-ec9a-4326-a141-556f43239520';
  }
  return undefined;
}

/** Published canonicals contain placeholders such as urn:oid:X.Y.Z. */
function canonicalError(text: string): string | undefined {
  return text.startsWith('urn:oid:') && !whitespace.test(text) ? undefined : uriError(text);
}

function isOid(text: string): boolean {
  return text.length <= maximumTokenLength && oidPattern.test(text);
}

/** A URN without the version of a canonical, and without the parts that RFC 8141 lets follow its name. */
function nameOfUrn(text: string): string {
  const end = text.search(/[|?#]/);
  return end === -1 ? text : text.slice(0, end);
}

function dateError(text: string): string | undefined {
  const match = text.length > maximumTokenLength ? null : datePattern.exec(text);
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

function timeError(text: string, release?: FhirRelease): string | undefined {
  const match = text.length > maximumTokenLength ? null : timePattern.exec(text);
  if (!match) return 'a time is written hh:mm:ss, with a fraction if needed';
  const [, hours, minutes, seconds, fraction = ''] = match;
  if (release === '5.0.0' && fraction.length > maximumFractionDigits)
    return `a second has at most ${maximumFractionDigits} digits after its point`;
  // Second 60 is a leap second.
  const fits = Number(hours) <= 23 && Number(minutes) <= 59 && Number(seconds) <= 60;
  return fits ? undefined : 'there is no such time of day';
}

function dateTimeError(text: string, release?: FhirRelease): string | undefined {
  const cut = text.indexOf('T');
  if (text.length > maximumTokenLength) return cut === -1 ? dateError(text) : 'the value is too long';
  if (cut !== -1) return dateWithTimeError(text, cut, release);
  const isJoinedOtherwise = /^.{10}[ t]/.test(text) && dateError(text.slice(0, 10)) === undefined;
  return isJoinedOtherwise ? 'between a date and its time stands T' : dateError(text);
}

function instantError(text: string, release?: FhirRelease): string | undefined {
  const cut = text.indexOf('T');
  if (cut === -1 || text.length > maximumTokenLength) {
    return 'an instant is written YYYY-MM-DDThh:mm:ss with a time zone';
  }
  return dateWithTimeError(text, cut, release);
}

function dateWithTimeError(text: string, cut: number, release?: FhirRelease): string | undefined {
  const date = text.slice(0, cut);
  const rest = text.slice(cut + 1);
  const end = rest.search(notOfTime);
  if (date.length !== 10) return 'a date with a time is written YYYY-MM-DDThh:mm:ss with a time zone';
  const error = dateError(date) ?? timeError(end === -1 ? rest : rest.slice(0, end), release);
  if (error) return error;
  if (end === -1) return 'a time zone (Z or +hh:mm) is needed after the time';
  return zonePattern.test(rest.slice(end)) ? undefined : 'a time zone is written Z, or +hh:mm up to 14:00';
}

/** R5's definition: "does not include any whitespace or line feeds". The pattern of earlier releases allows them. */
function base64Error(text: string, release?: FhirRelease): string | undefined {
  if (release === '5.0.0' && whitespace.test(text)) return 'base64 has no spaces and no line breaks';
  const digits = text.replaceAll(/[ \t\n\r]/g, '');
  if (!base64Pattern.test(digits)) return 'the value is not base64';
  return digits.length % 4 !== 0 || digits.endsWith('===')
    ? 'the value is not base64: its length or padding is wrong'
    : undefined;
}
