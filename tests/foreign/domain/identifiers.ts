import { createHash } from 'node:crypto';

/** A style of identifiers, chosen once per installation. */
export type IdentifierStyle =
  | 'integer'
  | 'from-zero'
  | 'large-integer'
  | 'digits'
  | 'padded'
  | 'uuid'
  | 'upper-uuid'
  | 'slug'
  | 'prefixed'
  | 'object-id'
  | 'ulid'
  | 'dotted'
  | 'spaced'
  | 'accented'
  | 'short-hash';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function digest(table: string, sequence: number): string {
  return createHash('sha1').update(`${table}/${sequence}`).digest('hex');
}

/** A UUID that is the same whenever it is asked for. */
export function uuidOf(table: string, sequence: number): string {
  const hex = digest(table, sequence);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function ulidOf(table: string, sequence: number): string {
  const letters = [...digest(table, sequence)].map((digit, index) => {
    return crockford[(Number.parseInt(digit, 16) + index) % crockford.length];
  });
  return `01HV${letters.join('').slice(0, 22)}`;
}

const styles: Readonly<Record<IdentifierStyle, (table: string, sequence: number) => string | number>> = {
  integer: (_table, sequence) => sequence,
  'from-zero': (_table, sequence) => sequence - 1,
  'large-integer': (_table, sequence) => 20_240_000_000 + sequence,
  digits: (_table, sequence) => String(9_223_372_036_854_770_000n + BigInt(sequence)),
  padded: (_table, sequence) => String(sequence).padStart(7, '0'),
  uuid: uuidOf,
  'upper-uuid': (table, sequence) => uuidOf(table, sequence).toUpperCase(),
  slug: (table, sequence) => `${table.replaceAll('_', '-')}-on-asthma-${sequence}`,
  prefixed: (table, sequence) => `${table.slice(0, 3)}_${digest(table, sequence).slice(0, 10)}`,
  'object-id': (table, sequence) => digest(table, sequence).slice(0, 24),
  ulid: ulidOf,
  dotted: (table, sequence) => `${table.length}.${sequence}.0`,
  spaced: (table, sequence) => `${table.slice(0, 2).toUpperCase()} ${sequence}:a`,
  accented: (_table, sequence) => `étude-№${sequence}`,
  'short-hash': (table, sequence) =>
    Buffer.from(digest(table, sequence).slice(0, 14), 'hex').toString('base64url'),
};

/** The public identifier of a row. */
export function identifierOf(style: IdentifierStyle, table: string, sequence: number): string | number {
  return styles[style](table, sequence);
}

/** The same identifier in the letters that FHIR allows. */
export function fhirIdentifierOf(style: IdentifierStyle, table: string, sequence: number): string {
  return String(identifierOf(style, table, sequence))
    .replaceAll(/[^A-Za-z0-9.-]/g, '-')
    .slice(0, 64);
}
