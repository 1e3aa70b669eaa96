import { BadValue } from './problems.ts';

/** Labels of metrics are made of them: each value is a series. */
const mostTags = 20;

/** A group or a tag: a short phrase that is a label of metrics. */
export function parseTag(text: string): string {
  const tag = text.trim();
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._:=/-]{0,62}$/u.test(tag)) return tag;
  throw new BadValue(
    'Write at most 63 letters, digits, spaces and . _ : = / -, and begin with a letter or digit.',
  );
}

/** Tags as a list of YAML, which comes as JSON, or separated by commas. Each counts once. */
export function parseTags(text: string): readonly string[] {
  const given = text.trim().startsWith('[') ? listIn(text) : text.split(',');
  const tags = [...new Set(given.map((tag) => parseTag(tag)))];
  if (tags.length > mostTags) throw new BadValue(`Give at most ${mostTags} tags.`);
  return tags;
}

function listIn(text: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list)) return list.map(String);
  } catch {
    // The sentence below says how to write it.
  }
  throw new BadValue('Write tags separated by commas.');
}
