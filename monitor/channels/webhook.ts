import type { Channel, HttpRequest, Message } from './channel.ts';

/** Every fact as JSON; the fields are described in docs/monitor.md, and scripts rely on them. */
export function webhookRequest(message: Message, channel: Channel): HttpRequest {
  const { event, id, installation, atMs, from, to, summary, cause, runId, url, sinceMs } = message;
  const { findings, findingCount, overtaken } = message;
  return {
    kind: 'http',
    url: channel.url.reveal(),
    headers: bearerOf(channel),
    body: {
      event,
      id,
      installation,
      at: new Date(atMs).toISOString(),
      from,
      to,
      ...(sinceMs === undefined ? {} : { since: new Date(sinceMs).toISOString() }),
      summary,
      cause,
      ...(findingCount === 0 ? {} : { findingCount, findings }),
      ...(overtaken === undefined
        ? {}
        : { overtaken: overtaken.map((one) => ({ at: new Date(one.atMs).toISOString(), to: one.to })) }),
      ...(runId === undefined ? {} : { run: runId }),
      url,
    },
  };
}

export function bearerOf({ bearer }: Channel): Readonly<Record<string, string>> {
  return bearer === undefined ? {} : { authorization: `Bearer ${bearer.reveal()}` };
}
