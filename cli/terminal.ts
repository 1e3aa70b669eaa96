/** How standard output shows text: NO_COLOR and FORCE_COLOR are honoured. */
export interface Terminal {
  readonly colour: boolean;
  /** Columns. */
  readonly width: number;
}

const defaultWidth = 100;

/** What standard output is. */
export function terminalOf(output: NodeJS.WriteStream, variables: NodeJS.ProcessEnv): Terminal {
  const { NO_COLOR: noColour = '', FORCE_COLOR: forced = '0' } = variables;
  const isWanted = output.isTTY === true || forced !== '0';
  return { colour: isWanted && noColour === '', width: output.columns ?? defaultWidth };
}
