/** Prints how many milliseconds a fresh process takes to load the validator and to validate its first resource. */
const start = performance.now();
const { createFhirValidator } = await import('../fhir/node.ts');
const report = await createFhirValidator().validate(process.argv[2] ?? '');
process.stdout.write(JSON.stringify({ valid: report.valid, durationMs: performance.now() - start }));
