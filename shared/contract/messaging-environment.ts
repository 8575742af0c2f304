import * as z from 'zod';

const optional = z
  .string()
  .optional()
  .transform((value) => (value === '' ? undefined : value));

/** Variables of the functions that send or render messages. Without a sender, a channel cannot be used. */
export const sendersEnvironment = z.object({
  /** Address of a verified identity of SES. */
  SENDER_EMAIL: optional,
  /** Id or ARN of a phone number or pool of AWS End User Messaging SMS. */
  SMS_ORIGINATION: optional,
  /** Address of the web app, for links in e-mails; absent without a domain of the app. */
  WEB_URL: optional,
});

export const messagingEnvironment = z.object({
  ...sendersEnvironment.shape,
  SES_CONFIGURATION_SET: optional,
  SMS_CONFIGURATION_SET: optional,
  /** Messages a second of each channel, over all runs. */
  EMAIL_RATE: z.coerce.number().positive().default(1),
  SMS_RATE: z.coerce.number().positive().default(1),
  /** Secret that signs unsubscribe links. */
  UNSUBSCRIBE_SECRET: z.string().min(1),
  /** Base URL of the API, for links in messages. */
  PUBLIC_URL: z.string().min(1),
  /** Only the local runtime sets `repeat`: its providers ignore a message id that they have taken before. */
  INTERRUPTED_SENDS: z.enum(['report', 'repeat']).default('report'),
});

export type MessagingEnvironment = z.input<typeof messagingEnvironment>;
