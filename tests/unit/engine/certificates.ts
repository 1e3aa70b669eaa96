import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate with its key, both as PEM. */
export interface Identity {
  readonly certificate: string;
  readonly key: string;
}

/** What the tests of connections need, made anew: nothing that expires is kept in the project. */
export interface Certificates {
  /** PEM of the private authority that signed all of them. */
  readonly authority: string;
  /** For localhost and 127.0.0.1. */
  readonly server: Identity;
  readonly expired: Identity;
  readonly otherHost: Identity;
  readonly client: Identity;
}

/** Makes certificates with the openssl command, in a folder that is removed again. */
export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-certificates-'));
  const openssl = (...words: readonly string[]): void => {
    execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
  };
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const issue = (name: string, subjectAltName: string, days: number): Identity => {
    writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${subjectAltName}\n`);
    openssl('req', ...curve, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    openssl(
      ...['x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
      ...['-days', String(days), '-extfile', `${name}.ext`, '-out', `${name}.pem`],
    );
    return { certificate: read(`${name}.pem`), key: read(`${name}.key`) };
  };
  try {
    openssl(
      'req',
      '-x509',
      ...curve,
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-days',
      '30',
      '-subj',
      '/CN=Test authority',
    );
    return {
      authority: read('ca.pem'),
      server: issue('server', 'DNS:localhost,IP:127.0.0.1', 20),
      expired: issue('expired', 'DNS:localhost,IP:127.0.0.1', -1),
      otherHost: issue('other', 'DNS:other.example', 20),
      client: issue('client', 'DNS:client.example', 20),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
