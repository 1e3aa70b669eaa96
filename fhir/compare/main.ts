import { parseArgs } from 'node:util';
import { compareWithHl7 } from './hl7-comparison.ts';

/**
 * Compares this validator with HL7's, and writes the tables of docs/. `--sample 300` asks about so many files, and writes nothing;
 * `--seed 1` makes other mutants.
 */
const { values } = parseArgs({ options: { sample: { type: 'string' }, seed: { type: 'string' } } });

const agrees = await compareWithHl7({
  ...(values.seed === undefined ? {} : { seed: Number(values.seed) }),
  ...(values.sample === undefined ? {} : { sample: Number(values.sample) }),
});
process.exitCode = agrees ? 0 : 1;
