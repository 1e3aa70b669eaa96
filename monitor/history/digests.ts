import { createHash } from 'node:crypto';

/** The id of a document: a digest of its text, so that equal ones are stored once, and a damaged one is detected. */
export function documentId(body: string): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}

const seal = /^\{"digest":"([\w-]{22})",/;

/**
 * Prepends a digest to a snapshot as its first field. Earlier versions drop fields that they do not know, so they never
 * leave an outdated digest.
 */
export function sealed(snapshot: string): string {
  if (!/^\{[^}]/.test(snapshot)) return snapshot;
  return `{"digest":"${documentId(snapshot)}",${snapshot.slice(1)}`;
}

/** The original snapshot. */
export function unsealed(stored: string): string {
  return stored.replace(seal, '{');
}

/** Whether a snapshot is intact. Those of earlier versions have no digest: they only need to be JSON. */
export function isIntact(stored: string): boolean {
  const digest = seal.exec(stored)?.[1];
  if (digest !== undefined) return documentId(unsealed(stored)) === digest;
  try {
    return typeof JSON.parse(stored) === 'object';
  } catch {
    return false;
  }
}
