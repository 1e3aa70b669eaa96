import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { texts } from '../../monitor/views/texts.ts';
import { type Literal, literalsIn } from '../support/literals.ts';

/** No text of the monitor's pages stands in their code: what people read is in texts.ts, where it can be translated. */

const views = fileURLToPath(new URL('../../monitor/views/', import.meta.url));

/** What is no prose, and the same in every language. */
const allowed: Readonly<Record<string, string>> = {
  BASE_URL: 'a setting',
  API_KEY: 'a setting',
  'installations.yaml': 'a file',
  slo: 'a field of that file',
  'monitor.notify': 'a field of that file',
  tiny: 'a class',
  few: 'a class',
  many: 'a class',
  dozens: 'a class',
  crowd: 'a class',
  'one installation': 'a scope of a table, which no page shows',
  'Etc/UTC': 'the name of a time zone',
  '¤ ms': 'a unit',
  'auto ¤px': 'a length of a style',
};

/** Stands where a template has a value. */
const value = '¤';
const spoken = new Set(['title', 'aria-label', 'aria-description', 'placeholder', 'alt', 'label']);

/** The texts of a template of markup: between its tags, and in attributes that are read. */
function textsOfMarkup({ parts }: Literal): readonly string[] {
  const markup = parts.join(value).replaceAll(/\\[nt]/g, ' ');
  // Attributes that are inserted into a tag.
  if (/^(?: [\w-]+(?:="[^"]*")?¤*)+$/.test(markup)) return attributesIn(markup);
  const tags = [...markup.matchAll(/<[!/]?[\w-]+(?:[^"'>]|"[^"]*"|'[^']*')*>/g)].map(([tag]) => tag);
  const between = tags.reduce((text, tag) => text.replace(tag, '\n'), markup).split('\n');
  return [...between, ...tags.flatMap(attributesIn)];
}

function attributesIn(tag: string): readonly string[] {
  const attributes = [...tag.matchAll(/([\w-]+)="([^"]*)"/g)];
  return attributes.flatMap(([, name = '', text = '']) => (spoken.has(name) ? [text] : []));
}

const hasWords = (text: string): boolean => /\p{L}/u.test(text.replaceAll(/&\w+;/g, ''));

/** Two words, one beside a value, or one that begins as a sentence does. Addresses and names have no blanks. */
function isProse(text: string): boolean {
  return /^\p{Lu}\p{Ll}/u.test(text) || (/\s/.test(text) && /(?:^|\s)\p{L}{2,}(?=$|[\s,.:;)])/u.test(text));
}

/** Code before a literal that is shown, whatever the literal looks like. */
const shownBy =
  /(?:\b(?:title|label|caption|summary|text|word|meaning|hint)(?::| =)|\.(?:textContent|innerText|ariaLabel|alt) =|setAttribute\('(?:title|aria-label|alt)',) ?$/;
/** Code before a literal that names parts of a page, a module or an error of the program. */
const namedBy =
  /(?:className = |[qQ]uerySelector(?:All)?\(|closest\(|matchMedia\(|from |import |new (?:Error|URL)\()$/;

/** What a source file says itself, with its line. */
function textsIn(source: string): readonly (readonly [number, string])[] {
  return literalsIn(source).flatMap((literal) => {
    const { tag, parts, line, before } = literal;
    const text = parts.join(value);
    const isShown = isProse(text) || (shownBy.test(before) && hasWords(text));
    const found =
      tag === 'html'
        ? textsOfMarkup(literal).filter(hasWords)
        : isShown && !namedBy.test(before)
          ? [text]
          : [];
    return found.map((one) => [line, one.trim()] as const);
  });
}

/** Those that are no prose are left out. */
function proseIn(source: string): readonly string[] {
  return textsIn(source)
    .filter(([, text]) => !Object.hasOwn(allowed, text))
    .map(([line, text]) => `${line}: ${text}`);
}

const files = readdirSync(views, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(?:ts|js)$/.test(file) && file !== 'texts.ts')
  .toSorted();

const sources = files.map((file) => ({ file, source: readFileSync(`${views}${file}`, 'utf8') }));

test('neither pages nor scripts have texts of their own', () => {
  expect(files).toEqual(expect.arrayContaining(['pages/run.ts', 'parts/times.ts', 'assets/live.js']));
  const found = sources.flatMap(({ file, source }) => proseIn(source).map((text) => `${file}:${text}`));
  expect(found).toEqual([]);
});

test('what is allowed beside them occurs', () => {
  const found = new Set(sources.flatMap(({ source }) => textsIn(source).map(([, text]) => text)));
  expect(Object.keys(allowed).filter((text) => !found.has(text))).toEqual([]);
});

test('answers to forms have none either', () => {
  const http = fileURLToPath(new URL('../../monitor/http/', import.meta.url));
  const isShown = /\b(?:problem: |sendMessage\([^()]*|sendProblem\([^()]*)$/;
  const found = readdirSync(http).flatMap((file) =>
    literalsIn(readFileSync(`${http}${file}`, 'utf8'))
      .filter(({ parts, before }) => isShown.test(before) && isProse(parts.join(value)))
      .map(({ parts, line }) => `${file}:${line}: ${parts.join(value)}`),
  );
  expect(found).toEqual([]);
});

test.describe('A text is found', () => {
  const rows: readonly (readonly [string, string, readonly string[]])[] = [
    ['between tags', 'html`<p>no run yet</p>`', ['1: no run yet']],
    ['that is one word', 'html`<p class="soft">none</p>`', ['1: none']],
    ['beside a value', 'html`<b>${amount}</b> ago`', ['1: ago']],
    ['within a value', "html`<p>${a ? html`<i>now</i>` : ''}</p>`", ['1: now']],
    ['in an attribute', '\nhtml`<nav aria-label="Pages ${one}">${links}</nav>`', ['2: Pages ¤']],
    ['in an attribute that is inserted', 'html` title="${amount} days"`', ['1: ¤ days']],
    ['in a string', "const reason = 'no answer yet';", ['1: no answer yet']],
    ['in a string of one word that has a capital letter', "columns: ['Endpoint']", ['1: Endpoint']],
    ['in a property that pages show', "({ caption: 'runs' })", ['1: runs']],
    ['in a template', 'const text = `${amount} throttled`;', ['1: ¤ throttled']],
    ['in a script', "button.textContent = 'pause';", ['1: pause']],
    [
      'in a script that asks first',
      "button.title = isPaused ? 'Resume' : 'Pause';",
      ['1: Resume', '1: Pause'],
    ],
    ['in an attribute that a script sets', "bar.setAttribute('aria-label', 'contact');", ['1: contact']],
    ['not in another attribute', "bar.setAttribute('role', 'alert');", []],
    ['not in a comment', "// It's no run yet\n/* 'no run yet' */", []],
    [
      'not in a class, an id or an address',
      'html`<a class="small soft" id="a b" href="/a b">${text}</a>`',
      [],
    ],
    ['not in names', "import { a } from './a.ts'; const kind = 'given-up'; const url = `/runs/${id}`;", []],
    ['not in a regular expression', "text.replace(/'no run yet'/, ''); const a = 1 / b;", []],
    [
      'not in what a script looks for',
      "form.querySelectorAll('.chart text'); a.className = 'small soft';",
      [],
    ],
    ['not in units', 'const text = `${amount} ms`;', []],
  ];
  for (const [name, source, found] of rows) {
    test(name, () => {
      expect(proseIn(source)).toEqual(found);
    });
  }
});

test('a text that a script fills in has the place for it', () => {
  expect(texts.scripts.lostContact('{clock}')).toContain('{clock}');
  expect(texts.times.months).toHaveLength(12);
  expect(texts.times.weekdays).toHaveLength(7);
});
