import type { ConnectionSettings } from '../configuration/installation.ts';

/** The request that a command line repeats. */
export interface RepeatableRequest {
  readonly method: string;
  /** Without any key. */
  readonly url: string;
  /** Every header sent, by lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Quoted shell words in place of secret values. */
  readonly shownHeaders: Readonly<Record<string, string>>;
  /** A key in the query, and its placeholder. */
  readonly query: { readonly name: string; readonly value: string; readonly shown: string } | undefined;
  readonly body: string | undefined;
  readonly connection: ConnectionSettings;
}

/** The file next to the reports with the Bundle of an import, if its text would make the command line too long. */
export const importBundleFile = 'import-bundle.json';

/** A longer body goes into a file. */
const longestInlineBody = 1_000;

/** Whether a command line reads `importBundleFile`. */
export function readsBundleFile(curl: string): boolean {
  return curl.includes(` ${bodyFromFile} `);
}

const bodyFromFile = `--data-binary @${importBundleFile}`;

/** Headers that change no answer: `--compressed` requests the same codings, and curl names itself. */
const omittedHeaders: readonly string[] = ['user-agent', 'accept-encoding'];

/** A curl command that sends the same request, except for needless headers and those for its host and length. */
export function curlLine(request: RepeatableRequest): string {
  const { method, url, body } = request;
  const words = ['curl', '-sS', '-i', '--compressed'];
  if (url.startsWith('https:')) words.push('--http1.1');
  if (method === 'HEAD') words.push('-I');
  else if (method !== 'GET') words.push('-X', method);
  words.push(...connectionWords(request.connection), ...headerWords(request));
  if (body !== undefined && body.length <= longestInlineBody) words.push('--data-binary', shellQuote(body));
  // curl waits for permission to send a large body (Expect: 100-continue); this suite does not.
  else if (body !== undefined) words.push('-H', shellQuote('expect:'), bodyFromFile);
  return [...words, ...addressWords(request)].join(' ');
}

function headerWords({ headers, shownHeaders }: RepeatableRequest): readonly string[] {
  const shownByCurl = Object.entries(headers).filter(([name]) => !omittedHeaders.includes(name));
  const words = shownByCurl.flatMap(([name, value]) => {
    const shown = shownHeaders[name];
    if (shown !== undefined) return ['-H', `${shellQuote(`${name}: `)}${shown}`.replace("''", '')];
    // With a colon, curl would leave out a header without a value.
    return ['-H', shellQuote(value === '' ? `${name};` : `${name}: ${value}`)];
  });
  return 'accept' in headers ? words : [...words, '-H', shellQuote('accept:')];
}

/** Files and addresses known only on the machine of the run appear as the names of their settings. */
function connectionWords(connection: ConnectionSettings): readonly string[] {
  const { authority, clientCertificate, proxy, noProxy } = connection;
  const words: string[] = [];
  if (authority !== undefined) words.push('--cacert', '"$CA_FILE"');
  if (clientCertificate !== undefined)
    words.push('--cert', '"$CLIENT_CERT_FILE"', '--key', '"$CLIENT_KEY_FILE"');
  if (proxy !== undefined) words.push('--proxytunnel', '--proxy', '"$HTTPS_PROXY"');
  if (proxy !== undefined && noProxy !== undefined) words.push('--noproxy', shellQuote(noProxy));
  return words;
}

function addressWords({ url, query }: RepeatableRequest): readonly string[] {
  if (query === undefined) return [shellQuote(url)];
  if (encodeURIComponent(query.value) !== query.value)
    return ['--url-query', `${query.name}=${query.shown}`, shellQuote(url)];
  const joint = url.includes('?') ? '&' : '?';
  return [`${shellQuote(`${url}${joint}${query.name}=`)}${query.shown}`];
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
