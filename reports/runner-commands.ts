import { randomUUID } from 'node:crypto';

/** `##[…]` (GitHub, Azure), `##vso[…]` (Azure) and `##teamcity[…]`, which runners obey anywhere in a line. */
const openers = /##(?=\w*\[)/g;
/** `::`, which GitHub obeys at the beginning of a line, behind blanks. Colours are not blanks, but may be taken away. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
const beginnings = /^((?:[^\S\n\r\u2028\u2029]|\u001b\[[\d;]*m)*):(?=(?:\u001b\[[\d;]*m)*:)/gm;

/**
 * Breaks by a space the commands that a runner of pipelines would obey. It has to see whole lines, as they are printed: a
 * text that is no command before its line is wrapped may be one afterwards.
 */
export function breakCommands(text: string): string {
  return text.replace(openers, '## ').replace(beginnings, '$1: ');
}

/** JSON text that no runner obeys. It reads as the same value: pairs of this character stand in texts alone. */
export function breakCommandsInJson(json: string): string {
  return json.replace(openers, '\\u0023#');
}

/** XML text that no runner obeys. It reads as the same document. */
export function breakCommandsInXml(xml: string): string {
  return xml.replace(openers, '&#35;#').replace(beginnings, '$1&#58;');
}

/** Under GitHub Actions, the text between lines that switch commands off and on again: nothing in it is obeyed. */
export function withCommandsOff(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (environment.GITHUB_ACTIONS !== 'true' || text === '') return text;
  const token = randomUUID();
  return `::stop-commands::${token}\n${text}${text.endsWith('\n') ? '' : '\n'}::${token}::\n`;
}
