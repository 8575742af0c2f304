import * as z from 'zod';
import type { Deployment } from '../cloudformation/deployment.ts';
import type { OutboxMessage } from './outbox.ts';

export const simulatedTypes = ['send', 'delivery', 'bounce', 'soft-bounce', 'complaint'] as const;
export type SimulatedType = (typeof simulatedTypes)[number];

const subscriptionSchema = z.object({ Protocol: z.string(), Endpoint: z.string() });

/** The queues that get the events of the providers: those that subscribe to a topic. */
export const eventQueues = (deployment: Deployment): readonly string[] =>
  deployment
    .resources('AWS::SNS::Subscription')
    .map((resource) => resource.read(subscriptionSchema))
    .filter(({ Protocol }) => Protocol === 'sqs')
    .map(({ Endpoint }) => Endpoint);

/** The event of a provider about a message, as it publishes it. */
export const providerEvent = (message: OutboxMessage, type: SimulatedType): object =>
  message.channel === 'email' ? sesEvent(message, type) : smsEvent(message, type);

function sesEvent({ id, at, from, to, tags }: OutboxMessage, type: SimulatedType): object {
  const recipients = [{ emailAddress: to }];
  const mail = {
    messageId: id,
    timestamp: at,
    source: from,
    destination: [to],
    tags: Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value]])),
  };
  const bounce = (bounceType: string, bounceSubType: string) => ({
    eventType: 'Bounce',
    mail,
    bounce: { bounceType, bounceSubType, bouncedRecipients: recipients, timestamp: at },
  });
  switch (type) {
    case 'send':
      return { eventType: 'Send', mail, send: {} };
    case 'delivery':
      return { eventType: 'Delivery', mail, delivery: { timestamp: at, recipients: [to] } };
    case 'bounce':
      return bounce('Permanent', 'General');
    case 'soft-bounce':
      return bounce('Transient', 'MailboxFull');
    case 'complaint':
      return {
        eventType: 'Complaint',
        mail,
        complaint: { complainedRecipients: recipients, complaintFeedbackType: 'abuse', timestamp: at },
      };
  }
}

const smsTypes: Readonly<Record<SimulatedType, string>> = {
  send: 'TEXT_SENT',
  delivery: 'TEXT_DELIVERED',
  bounce: 'TEXT_INVALID',
  'soft-bounce': 'TEXT_UNREACHABLE',
  complaint: 'TEXT_SPAM',
};

const smsEvent = ({ id, at, from, to, tags }: OutboxMessage, type: SimulatedType): object => ({
  eventType: smsTypes[type],
  eventVersion: '1.0',
  eventTimestamp: Date.parse(at),
  isFinal: type !== 'send',
  originationPhoneNumber: from,
  destinationPhoneNumber: to,
  messageId: id,
  context: tags,
});

/** A reply to a two-way number. */
export const smsReply = (from: string, text: string): object => ({
  originationNumber: from,
  destinationNumber: '+12065550100',
  messageKeyword: 'KEYWORD_LOCAL',
  messageBody: text,
  inboundMessageId: crypto.randomUUID(),
});
