import { createHash } from 'node:crypto';
import { createFhirValidator, type FhirReport, type FhirValidator } from '../../../fhir/index.ts';

/** A validator that validates a body once, however many installations answer with it: most cases share their bodies. */
export function rememberingValidator(): FhirValidator {
  const validator = createFhirValidator();
  const reports = new Map<string, Promise<FhirReport>>();
  return {
    validate(body, options) {
      const key = createHash('sha256')
        .update(JSON.stringify(options ?? {}))
        .update(body)
        .digest('base64');
      const report = reports.get(key) ?? validator.validate(body, options);
      reports.set(key, report);
      return report;
    },
    prepare: () => validator.prepare(),
    close: () => validator.close(),
  };
}
