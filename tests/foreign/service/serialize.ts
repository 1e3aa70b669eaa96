import { Readable } from 'node:stream';
import type { Choices } from './choices.ts';
import type { Reply } from './exchange.ts';

/** The text of a reply, when the team does not leave the serializing to its framework. */
export function serialize(choices: Choices, json: unknown): string {
  return `${JSON.stringify(json, null, choices.indent)}${choices.tail}`;
}

/** Whether the framework's own serializer makes what the team wants. */
export function plainSerializer(choices: Choices): boolean {
  return choices.indent === '' && choices.tail === '' && !choices.chunked;
}

/** The bytes of a reply, in one piece. */
export function bytesOf(choices: Choices, reply: Reply): string | Uint8Array | undefined {
  return 'json' in reply.content ? serialize(choices, reply.content.json) : reply.content.bytes;
}

/** The text of a reply in pieces, for a body of unknown length. */
export function piecesOf(text: string): Readable {
  const bytes = Buffer.from(text);
  const size = Math.max(1, Math.ceil(bytes.length / 3));
  const pieces = [0, 1, 2].map((place) => bytes.subarray(place * size, (place + 1) * size));
  return Readable.from(pieces.filter((piece) => piece.length > 0));
}
