import { createHash } from 'node:crypto';

/** The id of a document: a digest of its text, so that equal ones are kept once, and a damaged one is told from a whole one. */
export function documentId(body: string): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}

const seal = /^([\s\S]*),"digest":"([\w-]{22})"\}$/;

/** A snapshot with a digest of itself as its last field. */
export function sealed(snapshot: string): string {
  if (!/[^{]\}$/.test(snapshot)) return snapshot;
  return `${snapshot.slice(0, -1)},"digest":"${documentId(snapshot)}"}`;
}

/** The snapshot as it was handed over. */
export function unsealed(stored: string): string {
  const fields = seal.exec(stored)?.[1];
  return fields === undefined ? stored : `${fields}}`;
}

/** Whether a snapshot is as it was written. Those of earlier versions have no digest: of them only that they are JSON is known. */
export function isWhole(stored: string): boolean {
  const digest = seal.exec(stored)?.[2];
  if (digest !== undefined) return documentId(unsealed(stored)) === digest;
  try {
    return typeof JSON.parse(stored) === 'object';
  } catch {
    return false;
  }
}
