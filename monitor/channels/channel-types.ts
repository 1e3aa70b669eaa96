import type { ChannelType, ChannelTypeId } from './channel.ts';
import { discordRequest, ntfyRequest, slackRequest, teamsRequest } from './chat.ts';
import { emailRequest } from './email.ts';
import { alertmanagerRequest, opsgenieRequest, pagerdutyRequest } from './paging.ts';
import { webhookRequest } from './webhook.ts';

const web = ['http:', 'https:'] as const;
const mail = ['smtp:', 'smtps:'] as const;

/** Every type of channel. A new one is a row here, and its id in schemas/monitor.schema.json. */
export const channelTypes: readonly ChannelType[] = [
  {
    id: 'webhook',
    title: 'Webhook',
    needs: ['url'],
    takes: ['bearer'],
    protocols: web,
    example: 'https://host.example/path',
    outgoing: webhookRequest,
  },
  {
    id: 'slack',
    title: 'Slack',
    needs: ['url'],
    protocols: web,
    example: 'https://hooks.slack.com/services/…',
    outgoing: slackRequest,
  },
  {
    id: 'teams',
    title: 'Microsoft Teams',
    needs: ['url'],
    protocols: web,
    example: 'https://….logic.azure.com/workflows/…',
    outgoing: teamsRequest,
  },
  {
    id: 'discord',
    title: 'Discord',
    needs: ['url'],
    protocols: web,
    example: 'https://discord.com/api/webhooks/…',
    outgoing: discordRequest,
  },
  {
    id: 'pagerduty',
    title: 'PagerDuty',
    needs: ['key'],
    defaultUrl: 'https://events.pagerduty.com/v2/enqueue',
    protocols: web,
    example: 'https://events.eu.pagerduty.com/v2/enqueue',
    outgoing: pagerdutyRequest,
  },
  {
    id: 'opsgenie',
    title: 'Opsgenie',
    needs: ['key'],
    defaultUrl: 'https://api.opsgenie.com',
    protocols: web,
    example: 'https://api.eu.opsgenie.com',
    outgoing: opsgenieRequest,
  },
  {
    id: 'email',
    title: 'E-mail',
    needs: ['url', 'from', 'to'],
    protocols: mail,
    example: 'smtps://user:password@mail.example',
    outgoing: emailRequest,
  },
  {
    id: 'ntfy',
    title: 'ntfy',
    needs: ['url'],
    takes: ['bearer'],
    protocols: web,
    needsPath: true,
    example: 'https://ntfy.sh/topic',
    outgoing: ntfyRequest,
  },
  {
    id: 'alertmanager',
    title: 'Alertmanager',
    needs: ['url'],
    takes: ['bearer'],
    protocols: web,
    example: 'http://alertmanager:9093',
    outgoing: alertmanagerRequest,
  },
];

const byId = new Map(channelTypes.map((type) => [type.id, type]));

export function channelTypeOf(id: ChannelTypeId): ChannelType {
  const found = byId.get(id);
  if (found === undefined) throw new Error(`No channel type is named ${id}.`);
  return found;
}
