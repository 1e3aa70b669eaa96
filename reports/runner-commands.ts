import { randomUUID } from 'node:crypto';

/** `##[…]` (GitHub, Azure), `##vso[…]` (Azure) and `##teamcity[…]`, which runners obey anywhere in a line. */
const openers = /##(?=\w*\[)/g;
/** `::`, which GitHub obeys at the beginning of a line, behind blanks. Colours are not blanks, but may be taken away. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
const beginnings = /^((?:[^\S\n\r\u2028\u2029]|\u001b\[[\d;]*m)*):(?=(?:\u001b\[[\d;]*m)*:)/gm;

/**
 * Inserts a space into commands that a CI runner would obey. It needs whole lines, as printed: wrapping a line can turn
 * harmless text into a command.
 */
export function breakCommands(text: string): string {
  return text.replace(openers, '## ').replace(beginnings, '$1: ');
}

/**
 * Makes JSON text safe from CI runners; the parsed value is the same. These pairs of characters occur only in strings.
 */
export function breakCommandsInJson(json: string): string {
  return json.replace(openers, '\\u0023#');
}

/** Makes XML text safe from CI runners; the parsed document is the same. */
export function breakCommandsInXml(xml: string): string {
  return xml.replace(openers, '&#35;#').replace(beginnings, '$1&#58;');
}

/** Under GitHub Actions, wraps text between lines that switch commands off and on again: nothing in it is obeyed. */
export function withCommandsOff(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (environment.GITHUB_ACTIONS !== 'true' || text === '') return text;
  const token = randomUUID();
  return `::stop-commands::${token}\n${text}${text.endsWith('\n') ? '' : '\n'}::${token}::\n`;
}
