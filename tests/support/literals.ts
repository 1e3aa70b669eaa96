/** A string or a template of a source file. */
export interface Literal {
  /** The name before a template, such as `html`; nothing for strings and templates without one. */
  readonly tag?: string;
  /** The parts of a template between its values; a string has one. */
  readonly parts: readonly string[];
  readonly line: number;
  /** The code before it, without comments and regular expressions; templates are `''`. */
  readonly before: string;
}

/** A slash after one of these begins a regular expression, and divides otherwise. */
const beforePattern = /(?:[(,=:[!&|?{};+]|=>|\breturn)\s*$/;

/** The strings and templates of TypeScript or JavaScript, with those within templates. Comments have none. */
export function literalsIn(source: string): readonly Literal[] {
  const found: Literal[] = [];
  let at = 0;
  let code = '';
  const lineAt = (place: number): number => source.slice(0, place).split('\n').length;
  const skipTo = (end: string): void => {
    const next = source.indexOf(end, at);
    at = next === -1 ? source.length : next + end.length;
  };
  const readQuoted = (quote: string): string => {
    const start = at;
    while (at < source.length && source[at] !== quote) at += source[at] === '\\' ? 2 : 1;
    at += 1;
    return source.slice(start, at - 1);
  };
  const skipPattern = (): void => {
    for (let isInClass = false; at < source.length; at += 1) {
      const character = source[at];
      if (character === '\\') at += 1;
      else if (character === '[') isInClass = true;
      else if (character === ']') isInClass = false;
      else if (character === '/' && !isInClass) break;
    }
    at += 1;
  };
  const readTemplate = (): readonly string[] => {
    const parts: string[] = [];
    let part = '';
    while (at < source.length && source[at] !== '`') {
      if (source.startsWith('${', at)) {
        at += 2;
        parts.push(part);
        part = '';
        readCode('}');
      } else {
        const length = source[at] === '\\' ? 2 : 1;
        part += source.slice(at, at + length);
        at += length;
      }
    }
    at += 1;
    return [...parts, part];
  };
  function readCode(end: string): void {
    let depth = 0;
    while (at < source.length) {
      const character = source[at] ?? '';
      const start = at;
      at += 1;
      if (character === end && depth === 0) return;
      if (source.startsWith('//', start)) skipTo('\n');
      else if (source.startsWith('/*', start)) skipTo('*/');
      else if (character === "'" || character === '"') {
        const before = code;
        const text = readQuoted(character);
        found.push({ parts: [text], line: lineAt(start), before });
        code += `'${text}'`;
      } else if (character === '`') {
        const before = code;
        const [tag] = /[\w$]+$/.exec(before) ?? [];
        code += "''";
        const parts = readTemplate();
        found.push({ ...(tag === undefined ? {} : { tag }), parts, line: lineAt(start), before });
      } else if (character === '/' && beforePattern.test(code.slice(-40))) {
        skipPattern();
        code += '/./';
      } else {
        if (character === '{') depth += 1;
        if (character === '}') depth -= 1;
        code += character;
      }
    }
  }
  readCode('');
  return found;
}
