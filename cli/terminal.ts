/** How standard output shows text. */
export interface Terminal {
  readonly colour: boolean;
  /** Columns. */
  readonly width: number;
}

const defaultWidth = 100;
const narrowestWidth = 40;

/** Describes standard output; honours NO_COLOR and FORCE_COLOR. */
export function terminalOf(output: NodeJS.WriteStream, variables: NodeJS.ProcessEnv): Terminal {
  const { NO_COLOR: noColour = '', FORCE_COLOR: forced = '0' } = variables;
  const isWanted = output.isTTY === true || forced !== '0';
  // Some terminals, such as those of editors and pipelines, say that they have no columns.
  const { columns = 0 } = output;
  return {
    colour: isWanted && noColour === '',
    width: columns === 0 ? defaultWidth : Math.max(columns, narrowestWidth),
  };
}
