import type { Terminal } from '../terminal.ts';
import type { FormatName, Formatter } from './format.ts';

/** Loads the code of one format: that of others takes time to load. */
export async function makeFormatter(name: FormatName, terminal: Terminal): Promise<Formatter> {
  switch (name) {
    case 'text':
      return (await import('./text-format.ts')).textFormat(terminal);
    case 'json':
      return (await import('./json-format.ts')).jsonFormat();
    case 'sarif':
      return (await import('./sarif-format.ts')).sarifFormat(process.cwd());
    case 'junit':
      return (await import('./junit-format.ts')).junitFormat();
    case 'operation-outcome':
      return (await import('./outcome-format.ts')).outcomeFormat();
  }
}
