import type { InstallationState } from '../../contract/state.ts';
import type { Secret } from '../../engine/secret.ts';
import type { Notification } from '../model.ts';

/** Where notifications of an installation go. */
export interface Channel {
  /** As configured, or its type. Notifications that wait know their channel by it. */
  readonly name: string;
  readonly type: ChannelTypeId;
  /** The address of a webhook, a service or a mail server. Services put tokens into it. */
  readonly url: Secret;
  readonly bearer?: Secret;
  /** A service's identifier of its customer. */
  readonly key?: Secret;
  readonly from?: string;
  readonly to?: readonly string[];
  /** Only changes from or to these, and reminders of them; nothing: all. */
  readonly states?: readonly InstallationState[];
}

/** A notification with what every template needs. Its texts have no control characters. */
export interface Message extends Notification {
  /** What is reported: the state, and the headline of what is wrong. */
  readonly summary: string;
  /** The text below it: what was found in full, or the cause; left out if the summary has it. */
  readonly detail?: string;
  /** The page of the run, or of the installation. */
  readonly url: string;
  /** Action is needed; otherwise the problem is over, or there was none. */
  readonly isBad: boolean;
  readonly severity: 'critical' | 'warning' | 'info';
}

/** A POST of JSON. */
export interface HttpRequest {
  readonly kind: 'http';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

export interface Mail {
  readonly kind: 'mail';
  /** The server, as nodemailer takes it. */
  readonly server: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The same in every attempt. */
  readonly messageId: string;
  /** The first of the same conversation. */
  readonly references: string;
}

export type Outgoing = HttpRequest | Mail;

/** The fields of a channel that its type decides on. */
export type ChannelField = 'url' | 'bearer' | 'key' | 'from' | 'to';

export type ChannelTypeId =
  | 'webhook'
  | 'slack'
  | 'teams'
  | 'discord'
  | 'pagerduty'
  | 'opsgenie'
  | 'email'
  | 'ntfy'
  | 'alertmanager';

/** A kind of channel: its settings, and its messages. */
export interface ChannelType {
  readonly id: ChannelTypeId;
  readonly title: string;
  readonly needs: readonly ChannelField[];
  readonly takes?: readonly ChannelField[];
  /** For a service with one address for all its users. */
  readonly defaultUrl?: string;
  readonly protocols: readonly string[];
  /** Its address has a path, which says where a message goes. */
  readonly needsPath?: true;
  /** How its address looks, for a sentence. */
  readonly example: string;
  readonly outgoing: (message: Message, channel: Channel) => Outgoing;
}
