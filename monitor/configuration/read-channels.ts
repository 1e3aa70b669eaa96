import { BadValue } from '../../engine/configuration/problems.ts';
import { Secret } from '../../engine/secret.ts';
import type { Channel, ChannelField, ChannelType } from '../channels/channel.ts';
import { channelTypeOf } from '../channels/channel-types.ts';
import { parseSecret } from './access.ts';
import type { NotifyEntry } from './monitor-block.ts';

/** Reads one value of an entry; undefined if it is invalid, which is noted with its place. */
export type ReadField = <T>(field: string, parse: () => T) => T | undefined;

const fields: readonly ChannelField[] = ['url', 'bearer', 'key', 'from', 'to'];

/**
 * The channels of a `notify` list. A channel without a name is named after its type, with a number from the second one
 * on.
 * @param readerAt reads values of an entry, by its index
 */
export function readChannels(
  entries: readonly NotifyEntry[],
  readerAt: (index: number) => ReadField,
): readonly Channel[] {
  const names = new Set<string>();
  return entries.flatMap((entry, index) => {
    const read = readerAt(index);
    const type = channelTypeOf(entry.type ?? 'webhook');
    const sameType = entries.slice(0, index).filter((other) => (other.type ?? 'webhook') === type.id).length;
    const name = entry.name ?? (sameType === 0 ? type.id : `${type.id}-${sameType + 1}`);
    if (names.has(name)) {
      read('name', () => {
        throw new BadValue(`Two channels are named ${name}. Give each another name.`);
      });
    }
    names.add(name);
    const channel = channelOf(entry, type, name, read);
    return channel === undefined ? [] : [channel];
  });
}

function channelOf(
  entry: NotifyEntry,
  type: ChannelType,
  name: string,
  read: ReadField,
): Channel | undefined {
  const known: readonly ChannelField[] = [...type.needs, ...(type.takes ?? []), 'url'];
  for (const field of fields) {
    if (entry[field] === undefined || known.includes(field)) continue;
    read(field, () => {
      throw new BadValue(`A channel of type ${type.id} takes no ${field}.`);
    });
  }
  const needed = type.needs
    .filter((field) => field !== 'url')
    .map((field) => read(field, () => present(entry, type, field)));
  const url = read('url', () => urlOf(entry.url ?? type.defaultUrl, type));
  const bearer = read('bearer', () => secretOf(entry.bearer, 'bearer token'));
  const key = read('key', () => secretOf(entry.key, 'key'));
  if (url === undefined || needed.includes(undefined)) return undefined;
  const { from, to, states } = entry;
  return {
    name,
    type: type.id,
    url,
    ...(bearer === undefined ? {} : { bearer }),
    ...(key === undefined ? {} : { key }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(states === undefined ? {} : { states }),
  };
}

function present(entry: NotifyEntry, { id }: ChannelType, field: ChannelField): true {
  if (entry[field] === undefined) throw new BadValue(`A channel of type ${id} needs ${field}.`);
  return true;
}

function urlOf(text: string | undefined, { id, protocols, needsPath, example }: ChannelType): Secret {
  if (text === undefined) throw new BadValue(`A channel of type ${id} needs url, like ${example}.`);
  if (URL.canParse(text)) {
    const { protocol, pathname } = new URL(text);
    if (protocols.includes(protocol) && !(needsPath === true && pathname === '/')) return new Secret(text);
  }
  const what =
    id === 'webhook' ? 'the webhook is not a web address' : `a channel of type ${id} is not such an address`;
  throw new BadValue(`The address of ${what}. Write it like ${example}.`);
}

function secretOf(text: string | undefined, kind: string): Secret | undefined {
  return text === undefined ? undefined : parseSecret(text, kind);
}
