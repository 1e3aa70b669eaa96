import { gzipSync } from 'node:zlib';
import type { Response } from 'express';

/** More packs hardly better, and takes twice as long. */
const level = 4;

/**
 * Sends a text, packed where the client takes that. In place, which takes 2 ms for 200 kB: on a busy machine handing them to
 * another thread delayed the first paint by 60 ms.
 */
export function sendPacked(response: Response, text: string): void {
  response.vary('Accept-Encoding');
  if (response.req.acceptsEncodings('gzip') === false) response.send(text);
  else response.set('content-encoding', 'gzip').send(gzipSync(text, { level }));
}
