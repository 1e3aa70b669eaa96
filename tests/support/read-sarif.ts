import type { Log } from 'sarif';

const isAddress = (text: string): boolean => URL.canParse(text, 'file:///') && !/[^\x21-\x7e]/.test(text);

/**
 * Reads a SARIF log. The types of `@types/sarif` hold its form while compiling; this looks at what they leave open.
 * @throws Error when an address is none, a message is empty, or a place begins before 1
 */
export function readSarif(text: string): Log {
  return JSON.parse(text, (name, value: unknown) => {
    if (name === 'uri' && !isAddress(String(value))) throw new Error(`${String(value)} is no address.`);
    if (name === 'text' && value === '') throw new Error('A message has no text.');
    if (/^start(?:Line|Column)$/.test(name) && Number(value) < 1) throw new Error(`${name} is less than 1.`);
    return value;
  }) as Log;
}
