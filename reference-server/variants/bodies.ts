import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import compression from 'compression';
import { bytesOf, withHeaders } from '../answer.ts';
import { rewriting, type TransformAt, transformAll } from '../transform-builders.ts';
import { type Variant, withFreedom } from './variant.ts';

function encoded(name: string, encode: (body: Buffer) => Buffer): TransformAt {
  return transformAll((answer) => {
    const body = bytesOf(answer.body);
    return body === undefined
      ? answer
      : withHeaders({ ...answer, body: encode(body) }, { 'content-encoding': name, vary: 'Accept-Encoding' });
  });
}

const rewritten = (rewrite: (text: string) => string): TransformAt => transformAll(rewriting(rewrite));

/** Formats JSON differently; changes made by a fault are kept. */
function formatJson(write: (value: unknown) => string): TransformAt {
  return rewritten((text) => {
    try {
      return write(JSON.parse(text));
    } catch {
      return text;
    }
  });
}

/** How bodies may be compressed. */
export const compressionVariants: readonly Variant[] = withFreedom('GAP-COMPRESSION', [
  {
    name: 'gzip',
    statement: 'Every body is compressed by gzip.',
    transform: encoded('gzip', gzipSync),
  },
  {
    name: 'deflate',
    statement: 'Every body is compressed by deflate.',
    transform: encoded('deflate', deflateSync),
  },
  {
    name: 'brotli',
    statement: 'Every body is compressed by Brotli.',
    transform: encoded('br', brotliCompressSync),
  },
  {
    name: 'compressed-if-accepted',
    statement: 'Bodies are compressed in chunks as Accept-Encoding asks for it.',
    transform: () => ({ before: compression({ threshold: 0 }) }),
  },
  {
    name: 'gzip-in-capitals',
    statement: 'The name of the compression is written in capitals.',
    transform: encoded('GZIP', gzipSync),
  },
]);

/** How JSON may be formatted. */
export const layoutVariants: readonly Variant[] = withFreedom('section 1', [
  {
    name: 'pretty-printed',
    statement: 'JSON is indented.',
    transform: formatJson((value) => JSON.stringify(value, null, 4)),
  },
  {
    name: 'windows-lines',
    statement: 'JSON is indented with tabs and ends its lines as Windows does.',
    transform: formatJson((value) => `\r\n${JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n')}\r\n`),
  },
]);

/** Further characters that JSON text may contain. */
export const textVariants: readonly Variant[] = withFreedom('section 1', [
  {
    name: 'trailing-newline',
    statement: 'White space follows the JSON.',
    hidesFaultsOf: ['form-templates-no-content'],
    transform: rewritten((text) => `${text} \n\n`),
  },
  {
    name: 'escaped-unicode',
    statement: 'All characters beyond ASCII are escaped, and slashes too.',
    transform: rewritten((text) =>
      text
        .replaceAll('/', '\\/')
        .replaceAll(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ),
  },
]);
