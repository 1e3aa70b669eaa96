/** A JSON value. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json | undefined };

/** The fields of a JSON object. */
export type JsonFields = { readonly [name: string]: Json | undefined };

export function isFields(value: Json | undefined): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of a JSON object; none for any other value. */
export function fieldsOf(value: Json | undefined): JsonFields {
  return isFields(value) ? value : {};
}

/** The items of a JSON array; none for any other value. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** The fields without one of them. */
export function withoutField(fields: JsonFields, unwanted: string): JsonFields {
  const { [unwanted]: _, ...rest } = fields;
  return rest;
}
