import { createHash } from 'node:crypto';

/** The id of a document: a digest of its text, so that equal ones are kept once, and a damaged one is recognized. */
export function documentId(body: string): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}

const seal = /^\{"digest":"([\w-]{22})",/;

/** A snapshot with a digest of itself as its first field, since no earlier version writes a field that it does not know. */
export function sealed(snapshot: string): string {
  if (!/^\{[^}]/.test(snapshot)) return snapshot;
  return `{"digest":"${documentId(snapshot)}",${snapshot.slice(1)}`;
}

/** The snapshot as it was handed over. */
export function unsealed(stored: string): string {
  return stored.replace(seal, '{');
}

/**
 * Whether a snapshot is as it was written. Those of earlier versions have no digest: of them only that they are JSON is
 * known.
 */
export function isWhole(stored: string): boolean {
  const digest = seal.exec(stored)?.[1];
  if (digest !== undefined) return documentId(unsealed(stored)) === digest;
  try {
    return typeof JSON.parse(stored) === 'object';
  } catch {
    return false;
  }
}
