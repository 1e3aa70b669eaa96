import { Ajv } from 'ajv';
import type { Log } from 'sarif';
import { sarifSchema } from './sarif-schema.ts';

const isAddress = (text: string): boolean => URL.canParse(text, 'file:///') && !/[^\x21-\x7e]/.test(text);
const isValid = new Ajv({ formats: { uri: isAddress, 'uri-reference': isAddress } }).compile<Log>(
  sarifSchema,
);

/**
 * Reads a SARIF log.
 * @throws Error when it is not as OASIS's schema describes it
 */
export function readSarif(text: string): Log {
  const log: unknown = JSON.parse(text);
  if (!isValid(log)) throw new Error(JSON.stringify(isValid.errors));
  return log;
}
