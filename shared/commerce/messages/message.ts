import * as z from 'zod';
import type { DeliveryState } from '../campaigns/recipients.ts';

/** What is known after a message was handed to a provider. */
export type SendOutcome =
  /** The provider has taken the message. */
  | { readonly outcome: 'accepted'; readonly provider_id: string }
  /** The provider refuses this message, also when it is sent again. */
  | { readonly outcome: 'refused'; readonly reason: RefusalReason }
  /** Nothing was sent, and a later attempt may succeed: a throttle or a quota. */
  | { readonly outcome: 'later'; readonly seconds: number }
  /** Nothing was sent, and nothing will be before an operator or the provider has acted. */
  | { readonly outcome: 'blocked'; readonly reason: BlockReason }
  /** No answer: the message may have been sent. */
  | { readonly outcome: 'uncertain' };

export type RefusalReason = 'invalid_address' | 'message_rejected' | 'opted_out';
export type BlockReason =
  | 'sender_not_configured'
  | 'sender_not_verified'
  | 'account_suspended'
  | 'no_permission';

/**
 * What happens to a message whose send was interrupted between the call of the provider and its answer. `report`: it is
 * `unknown` and not sent again by itself, so nobody gets it twice. `repeat`: it is sent again, which is right with a
 * provider that ignores a message id that it has taken before, such as that of the local runtime.
 */
export type InterruptedSends = 'report' | 'repeat';

/** An e-mail as a provider takes it. */
export interface EmailMessage {
  readonly channel: 'email';
  readonly from_name: string;
  readonly reply_to?: string | undefined;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** One-click unsubscription (RFC 8058): an https address that takes a POST. */
  readonly unsubscribe_url?: string | undefined;
}

export interface SmsMessage {
  readonly channel: 'sms';
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** `marketing` messages follow the rules of promotional traffic. */
  readonly traffic: 'marketing' | 'service';
}

export type ProviderMessage = EmailMessage | SmsMessage;

/** Ids that come back in the events of the provider. Letters, digits, `-`, `_` and `.` only. */
export interface MessageTags {
  /** Identifies the message; the same again is the same message. */
  readonly message_id: string;
  readonly brand_id?: string | undefined;
  readonly campaign_id?: string | undefined;
  readonly contact_id?: string | undefined;
}

/** What a provider reports about a message, or a reply of a phone. */
export type ProviderEvent =
  | {
      readonly kind: 'message';
      readonly channel: 'email' | 'sms';
      readonly tags: Partial<MessageTags>;
      /** `sent`: the provider has taken it. */
      readonly state: 'sent' | DeliveryState;
      readonly reason?: string;
      /** When it was sent. Providers report on text messages without it, so it is the time of the report. */
      readonly sentAt?: Date;
      /** Where it was delivered. */
      readonly addresses?: readonly string[];
      /** Addresses that must get no more messages, and why. */
      readonly suppress: readonly { readonly address: string; readonly reason: 'bounce' | 'complaint' }[];
    }
  | { readonly kind: 'reply'; readonly phone: string; readonly text: string }
  /** An event that changes nothing, such as a delay. */
  | { readonly kind: 'other' };

const recipients = z.array(z.object({ emailAddress: z.string() }));

/** Amazon SES, "Examples of event data that Amazon SES publishes to Amazon SNS". */
const sesEvent = z.object({
  eventType: z.string(),
  mail: z.object({
    timestamp: z.coerce.date().optional(),
    tags: z.record(z.string(), z.array(z.string())).default({}),
  }),
  delivery: z.object({ recipients: z.array(z.string()) }).optional(),
  bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients }).optional(),
  complaint: z.object({ complainedRecipients: recipients }).optional(),
});

/** AWS End User Messaging SMS, "Example SMS event data". */
const smsEvent = z.object({
  eventType: z.string().startsWith('TEXT_'),
  eventTimestamp: z.coerce.date().optional(),
  destinationPhoneNumber: z.string(),
  context: z.record(z.string(), z.string()).nullish(),
});

/** AWS End User Messaging SMS, "Two-way SMS messaging". */
const smsReply = z.object({ originationNumber: z.string(), messageBody: z.string() });

/** Reads an event of any provider. Unknown events are `other`. */
export function readProviderEvent(body: unknown): ProviderEvent {
  const reply = smsReply.safeParse(body).data;
  if (reply) return { kind: 'reply', phone: reply.originationNumber, text: reply.messageBody };
  const sms = smsEvent.safeParse(body).data;
  if (sms) return fromSms(sms);
  const email = sesEvent.safeParse(body).data;
  return email ? fromSes(email) : { kind: 'other' };
}

function fromSes({ eventType, mail, delivery, bounce, complaint }: z.output<typeof sesEvent>): ProviderEvent {
  const tags = Object.fromEntries(
    Object.entries(mail.tags).flatMap(([name, [value]]) => (value === undefined ? [] : [[name, value]])),
  );
  const message = {
    kind: 'message',
    channel: 'email',
    tags: tagsOf(tags),
    ...(mail.timestamp && { sentAt: mail.timestamp }),
    suppress: [],
  } as const;
  const all = (list: z.output<typeof recipients>, reason: 'bounce' | 'complaint') =>
    list.map(({ emailAddress }) => ({ address: bare(emailAddress), reason }));
  switch (eventType) {
    case 'Send':
      return { ...message, state: 'sent' };
    case 'Delivery':
      return {
        ...message,
        state: 'delivered',
        ...(delivery && { addresses: delivery.recipients.map(bare) }),
      };
    case 'Reject':
      return { ...message, state: 'bounced', reason: 'rejected' };
    case 'Bounce': {
      const isPermanent = bounce?.bounceType === 'Permanent';
      const suppress = isPermanent ? all(bounce.bouncedRecipients, 'bounce') : [];
      return { ...message, state: 'bounced', reason: isPermanent ? 'permanent' : 'transient', suppress };
    }
    case 'Complaint':
      return {
        ...message,
        state: 'complained',
        suppress: all(complaint?.complainedRecipients ?? [], 'complaint'),
      };
    default:
      return { kind: 'other' };
  }
}

/** Events of text messages that did not arrive. Only an invalid number is suppressed. */
const undelivered =
  /^TEXT_(BLOCKED|CARRIER_BLOCKED|CARRIER_UNREACHABLE|INVALID|INVALID_MESSAGE|PROTECT_BLOCKED|SPAM|TTL_EXPIRED|UNKNOWN|UNREACHABLE)$/;

function fromSms({
  eventType,
  eventTimestamp,
  destinationPhoneNumber,
  context,
}: z.output<typeof smsEvent>): ProviderEvent {
  const message = {
    kind: 'message',
    channel: 'sms',
    tags: tagsOf(context ?? {}),
    ...(eventTimestamp && { sentAt: eventTimestamp }),
    suppress: [],
  } as const;
  if (eventType === 'TEXT_DELIVERED')
    return { ...message, state: 'delivered', addresses: [destinationPhoneNumber] };
  if (['TEXT_SENT', 'TEXT_QUEUED', 'TEXT_PENDING', 'TEXT_SUCCESSFUL'].includes(eventType))
    return { ...message, state: 'sent' };
  const [, cause] = undelivered.exec(eventType) ?? [];
  if (cause === undefined) return { kind: 'other' };
  const suppress =
    cause === 'INVALID' ? [{ address: destinationPhoneNumber, reason: 'bounce' as const }] : [];
  return { ...message, state: 'bounced', reason: cause.toLowerCase(), suppress };
}

const tagsOf = ({ message_id, brand_id, campaign_id, contact_id }: Readonly<Record<string, string>>) => ({
  ...(message_id !== undefined && { message_id }),
  ...(brand_id !== undefined && { brand_id }),
  ...(campaign_id !== undefined && { campaign_id }),
  ...(contact_id !== undefined && { contact_id }),
});

/** SES may quote an address as `Name <address>`. */
const bare = (address: string): string => /<([^<>]+)>\s*$/.exec(address)?.[1] ?? address;
