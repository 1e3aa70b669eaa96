import { createHash } from 'node:crypto';
import type { CodeableConcept, Narrative, Reference } from 'fhir/r5.js';
import { addressOf } from '../fhir/bundle.ts';

/** Gives ids and references to the resources of one review: the same at every start. */
export interface Naming {
  /** The id of a resource, a UUID made of its type and its key in the review. */
  idOf(type: string, key: string): string;
  refTo(type: string, key: string, display?: string): Reference;
}

/** The naming of a review; two reviews never share an id. */
export function namingOf(reviewKey: string): Naming {
  const idOf = (type: string, key: string): string => uuidOf(`${reviewKey}/${type}/${key}`);
  return {
    idOf,
    refTo: (type, key, display) => ({
      reference: addressOf(idOf(type, key)),
      type,
      ...(display === undefined ? {} : { display }),
    }),
  };
}

/** A narrative of one paragraph; markup in the text is escaped. */
export function narrative(text: string): Narrative {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml"><p>${escaped}</p></div>` };
}

/** A concept that is told by text alone. */
export function concept(text: string): CodeableConcept {
  return { text };
}

/** A concept with one code of a code system. */
export function coded(system: string, code: string, display: string): CodeableConcept {
  return { coding: [{ system, code, display }], text: display };
}

/** A name-based UUID (version 8 of RFC 9562). */
export function uuidOf(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
