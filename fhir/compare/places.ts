import type { JudgedIssue } from './answers.ts';

/** The element that our validator means, in the form that both judges' places are compared in. */
export function ourPlace({ place }: JudgedIssue): string {
  return (place ?? '').replaceAll('._', '.');
}

/** The element that HL7's validator means: it names some only in its message, and writes choices by `ofType`. */
export function hl7Place({ place, message }: JudgedIssue): string {
  const path = (place ?? '')
    .replaceAll(/\/\*[^*]*\*\//g, '')
    .replaceAll(/\[url='[^']*'\]/g, '')
    .replaceAll(/\.ofType\((\w)(\w*)\)/g, (_, first: string, rest: string) => first.toUpperCase() + rest)
    .replaceAll('[x]', '');
  const counted = / ?(?:minimum required|max allowed)/.exec(message);
  if (counted) {
    const [element = ''] = message.slice(0, counted.index).split(':').slice(0, 1);
    return `${path}.${element.slice(element.lastIndexOf('.') + 1).replace('[x]', '')}`;
  }
  const unknown = /^Unrecognized property '(\w+)'/.exec(message)?.[1];
  return unknown === undefined ? path : `${path}.${unknown.replace(/^_/, '')}`;
}

/** How near two findings are: at the same element, at one that holds the other, or apart. */
export type Nearness = 'same' | 'holder' | 'apart';

/** How close an issue of this validator is to one of HL7's. A rule is the same finding at any place inside its element. */
export function nearness(our: JudgedIssue, their: JudgedIssue): Nearness {
  const [one, other] = [stepsOf(ourPlace(our)), stepsOf(hl7Place(their))];
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  // HL7's parser, whose messages have no id, leaves out the types of choices.
  const isLenient = their.id === undefined;
  if (!short.every((step, at) => isSameStep(step, long[at] ?? '', isLenient))) return 'apart';
  if (short.length === long.length) return 'same';
  const rule = /^invariant (.+)$/.exec(our.id ?? '')?.[1];
  const isSameRule = rule !== undefined && their.id?.endsWith(`#${rule}`) === true;
  const further = long.slice(short.length).filter((step) => !/^[0-9]+$/.test(step)).length;
  return isSameRule || further <= 1 ? 'holder' : 'apart';
}

function stepsOf(place: string): readonly string[] {
  return place.split(/[.[\]]+/).filter((step) => step !== '');
}

function isSameStep(one: string, other: string, isLenient: boolean): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return isLenient && long.startsWith(short) && /^[A-Z]/.test(long.slice(short.length));
}
