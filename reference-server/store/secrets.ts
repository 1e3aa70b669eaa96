import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

/** The uses of a store's secret: it seals keys so that they can be shown again, and digests them for lookups. */
export interface Secrets {
  /** Encrypts a text (AES-256-GCM, a fresh nonce each time); returns base64. */
  seal(text: string): string;
  /** Decrypts the result of `seal`; throws a sentence if it was changed or sealed with another secret. */
  open(sealed: string): string;
  /** A keyed digest, equal for equal texts, which does not reveal the text. */
  digest(text: string): string;
  /** A text that is always the same for this secret and purpose. */
  derive(purpose: string): string;
}

const secretBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Reads the secret next to a data file, readable by its owner alone; creates it at the first start. */
export function loadSecret(secretFile: string): Buffer {
  try {
    writeFileSync(secretFile, randomBytes(secretBytes), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw error;
    }
  }
  const secret = readFileSync(secretFile);
  if (secret.byteLength !== secretBytes) {
    throw new Error(`The key file ${secretFile} is damaged: it must hold ${secretBytes} bytes.`);
  }
  return secret;
}

/** A secret for a store that lives in memory only. */
export function freshSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** Seals, opens and digests with sub-keys of one secret. */
export function secretsOf(secret: Buffer): Secrets {
  const subKey = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', purpose, secretBytes));
  const sealingKey = subKey('sealing');
  const digestKey = subKey('digest');
  return {
    seal(text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce);
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
    },
    open(text) {
      const sealed = Buffer.from(text, 'base64');
      const nonce = sealed.subarray(0, nonceBytes);
      const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, nonce, { authTagLength: tagBytes });
      decipher.setAuthTag(tag);
      try {
        const opened = [decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()];
        return Buffer.concat(opened).toString('utf8');
      } catch (cause) {
        throw new Error('The data file does not belong to the key file next to it.', { cause });
      }
    },
    digest: (text) => createHmac('sha256', digestKey).update(text, 'utf8').digest('hex'),
    derive: (purpose) => subKey(`derived: ${purpose}`).toString('base64url'),
  };
}
