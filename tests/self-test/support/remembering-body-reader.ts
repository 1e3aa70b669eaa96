import { createHash } from 'node:crypto';
import { type BodyReader, makeBodyReader } from '../../../engine/evidence/body-reader.ts';
import type { BodyReading } from '../../../engine/evidence/read-answer-body.ts';

/** A body reader with a cache: most cases share their bodies. */
export function rememberingBodyReader(): BodyReader {
  const reader = makeBodyReader();
  const readings = new Map<string, Promise<BodyReading>>();
  return {
    ...reader,
    read(body, options, redaction, signal) {
      // The secrets are part of the key: a reading is free of those that it was made with.
      const key = createHash('sha256')
        .update(JSON.stringify([options, redaction.secrets.map((secret) => secret.reveal())]))
        .update(body)
        .digest('base64');
      const known = readings.get(key);
      if (known !== undefined) return known;
      const reading = reader.read(body, options, redaction, signal);
      readings.set(key, reading);
      // The run that asked for it cut it short; the next one may have the time.
      reading.catch(() => readings.delete(key));
      return reading;
    },
  };
}
