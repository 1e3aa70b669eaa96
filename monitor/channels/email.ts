import type { Channel, Mail, Message } from './channel.ts';
import { cut, plainText } from './message.ts';

/** One text message to all addresses; messages about one installation form a conversation. */
export function emailRequest(message: Message, { url, from = '', to = [] }: Channel): Mail {
  const { id, installation, severity, summary } = message;
  const idOf = (text: string): string => `<${encodeURIComponent(text)}@evidence-contract.invalid>`;
  return {
    kind: 'mail',
    server: url.reveal(),
    from,
    to,
    subject: cut(`[${severity}] ${summary}`, 200),
    text: `${plainText(message)}\n`,
    messageId: idOf(id),
    references: idOf(installation.name),
  };
}
