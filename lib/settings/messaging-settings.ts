import * as z from 'zod';

/** Settings of outgoing messages. */
export const messagingSettings = {
  /** Address of the sender of all e-mail, of an identity that is verified in SES; empty to send none. */
  senderEmail: z.union([z.literal(''), z.email()]).default(''),
  /** E-mails a second; the quota of the account in SES. */
  emailRate: z.coerce.number().positive().max(10_000).default(1),
  /** Id of the phone number or pool of AWS End User Messaging SMS that sends all text messages; empty to send none. */
  smsOrigination: z
    .string()
    .regex(/^$|^(phone|pool)-[\w-]{1,80}$/, 'Expected the id of a phone number or pool, such as pool-0123')
    .default(''),
  /** Parts of text messages a second of that number or pool. */
  smsRate: z.coerce.number().positive().max(1000).default(1),
} as const;
