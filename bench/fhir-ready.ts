/** Prints how long a fresh process takes to load the judge and to judge its first resource, in milliseconds. */
const start = performance.now();
const { validateText } = await import('../fhir/index.ts');
const report = validateText(process.argv[2] ?? '');
process.stdout.write(JSON.stringify({ valid: report.valid, durationMs: performance.now() - start }));
