import { parseArgs } from 'node:util';
import { compareWithHl7 } from './hl7-comparison.ts';

/**
 * Compares this validator with others, and writes the tables of docs/. `--list` shows every alarm and every miss of HL7's
 * JSON Schema and FHIR.js; `--only hl7` leaves these two out; `--sample 300` asks HL7's validator about so many files, and
 * writes nothing; `--seed 1` makes other mutants.
 */
const { values } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    only: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string' },
  },
});

let agrees = true;
if (values.only !== 'hl7' && values.sample === undefined) {
  const { compareWithOthers } = await import('./other-judges.ts');
  agrees = await compareWithOthers(values.list);
}
const agreesWithHl7 = await compareWithHl7({
  ...(values.seed === undefined ? {} : { seed: Number(values.seed) }),
  ...(values.sample === undefined ? {} : { sample: Number(values.sample) }),
});
process.exitCode = agrees && agreesWithHl7 ? 0 : 1;
