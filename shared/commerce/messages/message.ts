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
