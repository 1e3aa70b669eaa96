import type { InstallationState } from '../../contract/state.ts';
import type { Secret } from '../../engine/secret.ts';
import type { Notification } from '../model.ts';

/** A destination for an installation's notifications. */
export interface Channel {
  /** The configured name, or its type. Waiting notifications refer to their channel by it. */
  readonly name: string;
  readonly type: ChannelTypeId;
  /** The address of a webhook, a service or a mail server. Services put tokens into it. */
  readonly url: Secret;
  readonly bearer?: Secret;
  /** The service's identifier of its customer. */
  readonly key?: Secret;
  readonly from?: string;
  readonly to?: readonly string[];
  /** Only changes from or to these states, and their reminders; by default all. */
  readonly states?: readonly InstallationState[];
}

/** A notification with everything that templates need. Its texts have no control characters. */
export interface Message extends Notification {
  /** The subject: the state, and the headline of the problem. */
  readonly summary: string;
  /** The text below it: the full finding, or the cause; left out if the summary contains it. */
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
  /** The server in nodemailer's format. */
  readonly server: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The same in every attempt. */
  readonly messageId: string;
  /** The id of the first message in the conversation. */
  readonly references: string;
}

export type Outgoing = HttpRequest | Mail;

/** The channel fields that its type determines. */
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

/** A type of channel: its settings, and its messages. */
export interface ChannelType {
  readonly id: ChannelTypeId;
  readonly title: string;
  readonly needs: readonly ChannelField[];
  readonly takes?: readonly ChannelField[];
  /** For a service with one address for all its users. */
  readonly defaultUrl?: string;
  readonly protocols: readonly string[];
  /** The path of its address determines the recipient. */
  readonly needsPath?: true;
  /** An example address, for messages. */
  readonly example: string;
  readonly outgoing: (message: Message, channel: Channel) => Outgoing;
}
