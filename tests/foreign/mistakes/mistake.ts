import type { User } from '../domain/model.ts';
import type { SentenceName } from '../faults/sentences.ts';
import type { Endpoint, Inquiry, RefusalKind, Reply } from '../service/exchange.ts';
import type { Site } from '../service/site.ts';

/** What a mistake knows of the request that it answers. */
export interface Scene {
  readonly inquiry: Inquiry;
  readonly user: User;
  readonly site: Site;
}

/** A mistake that any framework lets a developer make, at one endpoint. */
export interface Mistake {
  readonly breaks: SentenceName;
  change(endpoint: Endpoint, site: Site): Endpoint;
}

/** A mistake in what a successful request gets. */
export function replying(breaks: SentenceName, alter: (reply: Reply, scene: Scene) => Reply): Mistake {
  return {
    breaks,
    change: (endpoint, site) => ({
      ...endpoint,
      answer: (inquiry, user) => alter(endpoint.answer(inquiry, user), { inquiry, user, site }),
    }),
  };
}

/** A mistake in the JSON of a successful reply. */
export function writing(breaks: SentenceName, alter: (json: unknown, scene: Scene) => unknown): Mistake {
  return replying(breaks, (reply, scene) =>
    'json' in reply.content ? { ...reply, content: { json: alter(reply.content.json, scene) } } : reply,
  );
}

/** A mistake in what a refused request gets. */
export function refusing(
  kinds: readonly RefusalKind[],
  breaks: SentenceName,
  alter: (reply: Reply) => Reply,
): Mistake {
  return {
    breaks,
    change: (endpoint) => ({
      ...endpoint,
      refuse: (refusal, inquiry) => {
        const reply = endpoint.refuse(refusal, inquiry);
        return kinds.includes(refusal.kind) ? alter(reply) : reply;
      },
    }),
  };
}

/** A mistake in the check of the key. */
export function checking(
  breaks: SentenceName,
  check: (usual: Endpoint['authenticate'], site: Site) => Endpoint['authenticate'],
): Mistake {
  return {
    breaks,
    change: (endpoint, site) => ({ ...endpoint, authenticate: check(endpoint.authenticate, site) }),
  };
}

/** A reply of bytes under a media type. */
export function bytes(status: number, mediaType: string, content: string | Uint8Array): Reply {
  return { status, headers: { 'Content-Type': mediaType }, content: { bytes: content } };
}

/** A reply with nothing in it. */
export function nothing(status: number, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers, content: { bytes: undefined } };
}

/** The JSON of a reply as text. */
export function textOf(reply: Reply): string {
  return 'json' in reply.content ? JSON.stringify(reply.content.json) : String(reply.content.bytes ?? '');
}

/** The records of a list, whatever it is wrapped in. */
export function recordsIn(json: unknown): unknown[] {
  if (Array.isArray(json)) {
    return json;
  }
  const inner = typeof json === 'object' && json !== null ? Object.values(json) : [];
  return inner.map(recordsIn).find((records) => records.length > 0) ?? [];
}
