/** What differs between two runs of the same code, and what stands for it. */
const passing: readonly (readonly [pattern: RegExp, sign: string])[] = [
  [/\b(?:127\.0\.0\.1|localhost):\d+/g, 'HOST'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| UTC)?/g, 'TIME'],
  [/\b\d{1,2} [A-Z][a-z]{2} \d{4}(?:,? \d\d:\d\d(?::\d\d)?)?(?: UTC)?/g, 'TIME'],
  [/\b\d\d:\d\d(?::\d\d)?(?: UTC)?\b/g, 'TIME'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'ID'],
  [/\b0m[0-9a-z]{15}\b/g, 'ID'],
  [/\b\d+(?:[.,]\d+)*\s?(?:ms|s|min|h|days?|MB|kB|bytes)\b/g, 'AMOUNT'],
  [/"(\w*(?:Ms|Seconds|At))": ?[\d.]+/g, '"$1":AMOUNT'],
  [/ time="[\d.]+"/g, ''],
  [/ style="--[^"]*"/g, ''],
  [/ \(the monitor was busy for AMOUNT of it\)/g, ''],
  [/>(?:now|AMOUNT ago)</g, '>AGO<'],
  // How busy this machine was decides which times count, and which kinds of garbage were collected.
  [/^(?:evidence_contract_(?:untimed_requests_total|endpoint_duration_seconds\{)|nodejs_gc_).*$/gm, ''],
  // Charts, and what a metric measures of time and memory.
  [/ (?:d|data-ms|cx|cy|points|x1?|x2|y1?|y2|width|height)="[^"]*"/g, ''],
  [
    /^((?:process|nodejs|evidence_contract\w*_(?:seconds|bytes|timestamp))\w*(?:\{.*\})?) \S+$/gm,
    '$1 AMOUNT',
  ],
  // A line of the console is broken by its length.
  [/\s+started\s+TIME/g, ' started TIME'],
  [/"ms": ?[\d.]+/g, '"ms":AMOUNT'],
  // The id of an incident ends with the time of its beginning.
  [/-m[0-9a-z]{7}\b/g, '-ID'],
];

/** A text without what passes: times, sizes, ports and ids. Pure. */
export function normalized(text: string): string {
  return passing.reduce((before, [pattern, sign]) => before.replaceAll(pattern, sign), text);
}

/** The lines that one text has and the other has not, marked with - and +. Their order counts for nothing. Pure. */
export function differingLines(before: string, after: string): readonly string[] {
  const [former, later] = [before, after].map((text) => normalized(text).split('\n'));
  const onlyIn = (lines: readonly string[] = [], others: readonly string[] = [], mark: string): string[] => {
    const known = new Set(others);
    return lines.filter((line) => !known.has(line)).map((line) => `${mark} ${line}`);
  };
  return [...onlyIn(former, later, '-'), ...onlyIn(later, former, '+')];
}
