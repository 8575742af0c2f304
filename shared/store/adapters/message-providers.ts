import type {
  InterruptedSends,
  MessageTags,
  ProviderMessage,
  SendOutcome,
} from '#commerce/messages/message.ts';
import { messagingEnvironment, turnsEnvironment } from '#contract/environment.ts';
import { sendEmail } from './ses-email.ts';
import { sendSms } from './sms-text.ts';

/** Takes one message. Never throws. */
export type SendMessage = (message: ProviderMessage, tags: MessageTags) => Promise<SendOutcome>;

export interface Providers {
  readonly send: SendMessage;
  readonly interrupted: InterruptedSends;
  /** Batches of a campaign that are sent at a time; together they keep the rate. */
  readonly runsAtOnce: number;
  /** Messages a second of each channel. Of brands that send at the same time, the provider holds some up. */
  readonly rates: Readonly<Record<ProviderMessage['channel'], number>>;
  readonly publicUrl: string;
  /** Absent without a sender. */
  readonly unsubscribeSecret: string | undefined;
}

/** The providers of the deployment, from the variables of the function. */
export function openProviders(environment: NodeJS.ProcessEnv): Providers {
  const settings = messagingEnvironment.parse(environment);
  const { BRAND_TURNS: brandTurns } = turnsEnvironment.parse(environment);
  const { SENDER_EMAIL, SMS_ORIGINATION } = settings;
  const blocked = { outcome: 'blocked', reason: 'sender_not_configured' } as const;
  return {
    async send(message, tags) {
      if (message.channel === 'email') {
        if (SENDER_EMAIL === undefined) return blocked;
        return sendEmail(message, tags, {
          address: SENDER_EMAIL,
          configurationSet: settings.SES_CONFIGURATION_SET,
        });
      }
      if (SMS_ORIGINATION === undefined) return blocked;
      return sendSms(message, tags, {
        origination: SMS_ORIGINATION,
        configurationSet: settings.SMS_CONFIGURATION_SET,
      });
    },
    interrupted: settings.INTERRUPTED_SENDS,
    runsAtOnce: brandTurns,
    rates: { email: settings.EMAIL_RATE, sms: settings.SMS_RATE },
    publicUrl: settings.PUBLIC_URL,
    unsubscribeSecret: settings.UNSUBSCRIBE_SECRET,
  };
}
