import { sendersEnvironment } from '#contract/environment.ts';
import { ApiError } from '#contract/errors.ts';

/** Channels for which the deployment has a sender. */
export interface Senders {
  readonly email: boolean;
  readonly sms: boolean;
}

/** The senders of the deployment, from the variables of the function. */
export function sendersOf(environment: NodeJS.ProcessEnv): Senders {
  const { SENDER_EMAIL, SMS_ORIGINATION } = sendersEnvironment.parse(environment);
  return { email: SENDER_EMAIL !== undefined, sms: SMS_ORIGINATION !== undefined };
}

/**
 * Refuses an operation whose e-mail could not be sent.
 *
 * @throws ApiError sender_not_configured
 */
export function requireEmailSender({ email }: Senders): void {
  if (!email) throw new ApiError('sender_not_configured');
}
