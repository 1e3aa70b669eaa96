export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions of a Dockerfile, continued lines joined, comments left out. */
export function instructionsOf(text: string): readonly Instruction[] {
  const lines = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.map((line) => {
    const space = line.indexOf(' ');
    return { name: line.slice(0, space).toUpperCase(), text: line.slice(space + 1).trim() };
  });
}

/** What is copied from the build context: the sources of every COPY without `--from`. */
export function copiedSources(instructions: readonly Instruction[]): readonly string[] {
  return instructions
    .filter(({ name, text }) => name === 'COPY' && !text.startsWith('--from='))
    .flatMap(({ text }) => text.split(/\s+/).slice(0, -1))
    .map((source) => source.replace(/^\.\//, ''));
}
