import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { codeOf, readWhole } from '../files.ts';
import { Secret } from '../secret.ts';
import { fileText } from './parsers.ts';
import { BadValue } from './problems.ts';

/** Parsers of files with certificates and keys: what OpenSSL would refuse at the first connection is refused here. */

/** Whatever is no PEM gets the sentence that says so. */
const anyText = (file: string): string => readWhole(file).toString('utf8');

const certificateBlocks = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** The text of a file with at least one certificate, each of which can be read. */
export function certificateText(name: string, directory: string): string {
  const text = fileText(name, directory, anyText);
  const blocks = text.match(certificateBlocks) ?? [];
  if (blocks.length === 0)
    throw new BadValue(
      `The file ${name} has no certificate in it. It must be PEM: -----BEGIN CERTIFICATE-----.`,
    );
  try {
    for (const block of blocks) new X509Certificate(block);
  } catch {
    throw new BadValue(`The file ${name} has a certificate in it that cannot be read. Copy it again.`);
  }
  return text;
}

/** The text of a file with a private key that is not encrypted. */
export function privateKeyText(name: string, directory: string): Secret {
  const text = fileText(name, directory, anyText);
  if (/^-----BEGIN (ENCRYPTED |.*\n *Proc-Type: 4,ENCRYPTED)/m.test(text)) {
    throw new BadValue(
      `The key in ${name} is encrypted, and nobody is asked for a passphrase. Decrypt it with \`openssl pkey\`.`,
    );
  }
  try {
    createPrivateKey(text);
  } catch {
    throw new BadValue(
      `The file ${name} has no private key in it that can be read. It must be PEM: -----BEGIN PRIVATE KEY-----.`,
    );
  }
  return new Secret(text);
}

/** Why a client certificate and its key cannot be used together; nothing where they can. @param names of both settings */
export function pairProblem(
  certificate: string,
  key: Secret,
  [certificateName = '', keyName = '']: readonly string[],
): string | undefined {
  try {
    createSecureContext({ cert: certificate, key: key.reveal() });
    return undefined;
  } catch (thrown) {
    const code = codeOf(thrown);
    return code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH'
      ? `${keyName} is not the key of the certificate in ${certificateName}. Give the two files that belong together.`
      : `The client certificate and its key cannot be used (${code || 'OpenSSL refuses them'}).`;
  }
}
