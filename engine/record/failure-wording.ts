import { endpoints } from '../../contract/endpoints.ts';

/** The sentence of a failure, taken apart. */
export interface Wording {
  /** It begins with the endpoint, which `found` leaves out. */
  readonly namesEndpoint: boolean;
  /** What was asked and what came back: " without a key was answered with status 200". */
  readonly found: string;
  /** What the document promises; missing where the sentence does not say it. */
  readonly promise?: string;
}

const beforePromise = '; the document promises ';

/** Takes the sentence of a failure apart (`contract/sentences.ts` makes it). */
export function wordingOf({
  message,
  endpoint,
}: {
  readonly message: string;
  readonly endpoint: string;
}): Wording {
  const namesEndpoint = message.startsWith(`${endpoint} `);
  const rest = namesEndpoint ? message.slice(endpoint.length) : message;
  const at = rest.lastIndexOf(beforePromise);
  if (at === -1) return { namesEndpoint, found: withoutStop(rest) };
  const promise = withoutStop(rest.slice(at + beforePromise.length));
  return { namesEndpoint, found: rest.slice(0, at), promise };
}

/** The wording as a sentence about this subject: an endpoint, or "At all 14 endpoints a request". */
export function sentenceAbout(subject: string, { found, promise }: Wording): string {
  return `${subject}${found}${promise === undefined ? '' : `${beforePromise}${promise}`}.`;
}

function withoutStop(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

/** What all wordings say: what differs between them is left out, or stands as "…". */
export function commonWording(wordings: readonly Wording[]): Wording {
  const [first = { namesEndpoint: false, found: '' }] = wordings;
  const { promise, namesEndpoint } = first;
  const keepsPromise = promise !== undefined && wordings.every((one) => one.promise === promise);
  const isOneRequest = new Set(wordings.map((one) => generalized(one.found))).size <= 1;
  const hasBodies = wordings.every((one) => one.found.startsWith(beforeBody));
  const body = isOneRequest && hasBodies ? `${beforeBody}…"` : '';
  let texts = wordings.map((one) => (isOneRequest ? one.found : withoutRequest(one.found)));
  let prefix = '';
  for (const generalize of steps) {
    if (texts.every((text) => text === texts[0])) break;
    texts = texts.map(generalize);
    // The first step left the names of bodies out.
    prefix = body;
  }
  return { namesEndpoint, found: `${prefix}${texts[0] ?? ''}`, ...(keepsPromise ? { promise } : {}) };
}

/** A sentence without what differs from endpoint to endpoint in the same answer: ids, names of records, sizes, excerpts. */
export function generalized(found: string): string {
  return steps.reduce((text, generalize) => generalize(text), found);
}

/** What came back alone, whatever was asked. */
export function withoutRequest(found: string): string {
  const at = found.indexOf(' was answered with ');
  return at === -1 ? found : found.slice(at);
}

const beforeBody = ' with the import body "';

/** What records are called, in any spelling: an installation names them in its messages. */
const names = [
  ...new Set(endpoints.flatMap(({ noun, resource, fhirType = noun }) => [noun, resource, fhirType])),
]
  .filter((name) => name !== 'import')
  .toSorted((one, other) => other.length - one.length)
  .map((name) => name.replaceAll(/[ _]/g, '[ _-]?'))
  .join('|');
const anyName = `\\b(?:${names})s?\\b(?!'s key)`;

/** The least that makes alike what is alike comes first: a sentence for people loses no more than it must. */
const steps: readonly ((found: string) => string)[] = [
  replacing(/ with the import body "[a-z-]+"/g, ''),
  replacing(/, (?:\d+ bytes?|\d+\.\d [kM]B)(?=\))/g, ''),
  replacing(/ for (?:a second record|its next page)/g, ''),
  withoutExcerpt,
  replacing(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, '…'),
  replacing(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, '…'),
  replacing(/(?<!status |[\w.-])\d+(?:\.\d+)*(?!\w)/g, '…'),
  // After the numbers: any success, and any answer of a gateway that has no service behind it.
  replacing(/status 20[01]\b/g, 'status 200 or 201'),
  replacing(/status 50[234]\b/g, 'status 502, 503 or 504'),
  // Which of the keys that must be refused was met first says nothing about the answer.
  replacing(
    / (?:without a key|with (?:a wrong|a revoked|an empty|a truncated) key in the (?:header|query))/g,
    ' without a valid key',
  ),
  replacing(new RegExp(anyName, 'gi'), '…'),
];

function replacing(pattern: RegExp, replacement: string): (found: string) => string {
  return (found) => found.replace(pattern, replacement);
}

const beforeExcerpt = 'it begins with "';
const beforeFields = ' (its fields: "';

/** An excerpt says what kind of text a body is; the names of fields are those of the records. */
function withoutExcerpt(found: string): string {
  const end = found.lastIndexOf('")');
  const excerptAt = found.indexOf(beforeExcerpt);
  if (excerptAt !== -1 && end > excerptAt) {
    const body = found.slice(excerptAt + beforeExcerpt.length, end);
    return `${found.slice(0, excerptAt)}${kindOfText(body)}${found.slice(end + 1)}`;
  }
  const fieldsAt = found.indexOf(beforeFields);
  return fieldsAt !== -1 && end > fieldsAt ? `${found.slice(0, fieldsAt)}${found.slice(end + 2)}` : found;
}

function kindOfText(body: string): string {
  if (/^\s*</.test(body)) return 'it begins with "<…"';
  return /^\s*[{["]/.test(body) ? 'it begins like JSON' : 'it begins with "…"';
}
