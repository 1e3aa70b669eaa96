import { createHash } from 'node:crypto';
import type { Reference } from 'fhir/r5.js';
import { addressOf } from '../fhir/records.ts';

/** Ids of the resources of one review, and references to them: the same at every start. */
export interface ResourceIds {
  /** The id of a resource, a UUID made of its type and its key in the review. */
  idOf(type: string, key: string): string;
  refTo(type: string, key: string, display?: string): Reference;
}

/** The ids of a review's resources; two reviews never share one. */
export function resourceIdsOf(reviewKey: string): ResourceIds {
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

/** A name-based UUID (version 8 of RFC 9562). */
export function uuidOf(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
