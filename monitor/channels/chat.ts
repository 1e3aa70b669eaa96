import { stateOf } from '../../contract/state.ts';
import type { Channel, HttpRequest, Message } from './channel.ts';
import { cut, factsOf, plainText } from './message.ts';
import { bearerOf } from './webhook.ts';

/**
 * Templates for chat services. Causes quote answers of an installation: they are sent as plain text, or with every
 * character escaped that the service would interpret as formatting, a link or a mention.
 */

/** The colour of a message, in Teams by name, and its emoji in ntfy. */
const looks = {
  critical: { colour: '#c4314b', ofCard: 'Attention', emoji: 'rotating_light' },
  warning: { colour: '#b8860b', ofCard: 'Warning', emoji: 'rotating_light' },
  good: { colour: '#2e7d32', ofCard: 'Good', emoji: 'white_check_mark' },
  neutral: { colour: '#6b7280', ofCard: 'Default', emoji: 'information_source' },
} as const;

/** Green is for `conforming` alone: `unknown` and maintenance do not show that a problem is over. */
function lookOf({ severity, event, to }: Message): (typeof looks)[keyof typeof looks] {
  if (severity !== 'info') return looks[severity];
  return event !== 'test' && stateOf(to).tone === 'good' ? looks.good : looks.neutral;
}

/** Incoming webhook with blocks: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export function slackRequest(message: Message, { url }: Channel): HttpRequest {
  const { summary, detail } = message;
  const escaped = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const plain = (text: string): object => ({
    type: 'section',
    text: { type: 'plain_text', text: cut(text, 2900) },
  });
  const blocks = [
    ...(detail === undefined ? [] : [plain(detail)]),
    {
      type: 'section',
      fields: factsOf(message).map(([name, value]) => ({
        type: 'plain_text',
        text: cut(`${name}: ${value}`, 1900),
      })),
    },
    { type: 'section', text: { type: 'mrkdwn', text: `<${escaped(message.url)}|Open the page>` } },
  ];
  return {
    kind: 'http',
    url: url.reveal(),
    // Phone and browser notifications show the text; the message itself shows its blocks.
    body: {
      text: escaped(summary),
      blocks: [plain(summary)],
      attachments: [{ color: lookOf(message).colour, blocks }],
    },
  };
}

/** A card for a webhook of Workflows: https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors */
export function teamsRequest(message: Message, { url }: Channel): HttpRequest {
  const { summary, detail } = message;
  // A TextBlock reads Markdown, a TextRun does not.
  const text = (content: string, style: object = {}): object => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: content, ...style }],
  });
  return {
    kind: 'http',
    url: url.reveal(),
    body: {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              text(summary, { weight: 'Bolder', color: lookOf(message).ofCard }),
              ...(detail === undefined ? [] : [text(detail)]),
              ...factsOf(message).map(([name, value]) => text(`${name}: ${value}`, { isSubtle: true })),
            ],
            actions: [{ type: 'Action.OpenUrl', title: 'Open the page', url: message.url }],
          },
        },
      ],
    },
  };
}

/** Webhook with an embed: https://discord.com/developers/docs/resources/webhook */
export function discordRequest(message: Message, { url }: Channel): HttpRequest {
  const { summary, detail, atMs } = message;
  const escaped = (text: string): string => text.replaceAll(/[\\`*_~|<>[\]()#@:/-]/g, '\\$&');
  return {
    kind: 'http',
    url: url.reveal(),
    body: {
      username: 'evidence-contract monitor',
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: cut(escaped(summary), 256),
          ...(detail === undefined ? {} : { description: cut(escaped(detail), 4000) }),
          color: Number.parseInt(lookOf(message).colour.slice(1), 16),
          timestamp: new Date(atMs).toISOString(),
          // Discord refuses a message whose title links to a host without a dot; the value of a field may be any text.
          fields: [...factsOf(message), ['Page', message.url] as const].map(([name, value]) => ({
            name,
            value: cut(value, 1000),
          })),
        },
      ],
    },
  };
}

/** A message as JSON, which goes to the server; the topic is the last part of the address: https://docs.ntfy.sh/publish */
export function ntfyRequest(message: Message, channel: Channel): HttpRequest {
  const address = new URL(channel.url.reveal());
  const path = address.pathname.split('/').filter((part) => part !== '');
  const topic = decodeURIComponent(path.pop() ?? '');
  address.pathname = path.join('/');
  const { severity, url } = message;
  return {
    kind: 'http',
    url: address.href,
    headers: bearerOf(channel),
    body: {
      topic,
      title: cut(message.summary, 240),
      message: cut(plainText(message), 3800),
      priority: { critical: 5, warning: 4, info: 3 }[severity],
      tags: [lookOf(message).emoji],
      click: url,
    },
  };
}
