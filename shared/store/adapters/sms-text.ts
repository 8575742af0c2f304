import { PinpointSMSVoiceV2Client, SendTextMessageCommand } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { MessageTags, SendOutcome, SmsMessage } from '#commerce/messages/message.ts';
import { described } from './ses-email.ts';

interface SmsSender {
  /** Id or ARN of a phone number or pool. */
  readonly origination: string;
  readonly configurationSet: string | undefined;
}

/** One attempt per call, as with SES: there is no idempotency token. */
let client: PinpointSMSVoiceV2Client | undefined;
const openClient = () => {
  client ??= new PinpointSMSVoiceV2Client({
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  });
  return client;
};

/** Sends one text message through AWS End User Messaging SMS. Never throws. */
export async function sendSms(
  { to, text, traffic }: SmsMessage,
  tags: MessageTags,
  { origination, configurationSet }: SmsSender,
): Promise<SendOutcome> {
  const context = Object.entries(tags).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const command = new SendTextMessageCommand({
    DestinationPhoneNumber: to,
    OriginationIdentity: origination,
    MessageBody: text,
    MessageType: traffic === 'marketing' ? 'PROMOTIONAL' : 'TRANSACTIONAL',
    ...(configurationSet !== undefined && { ConfigurationSetName: configurationSet }),
    Context: Object.fromEntries(context),
  });
  try {
    const { MessageId } = await openClient().send(command);
    return { outcome: 'accepted', provider_id: MessageId ?? '' };
  } catch (error) {
    return outcomeOf(error);
  }
}

function outcomeOf(error: unknown): SendOutcome {
  const { name, message, status } = described(error);
  switch (name) {
    case 'ThrottlingException':
      return { outcome: 'later', seconds: 2 };
    case 'ServiceQuotaExceededException':
      return { outcome: 'later', seconds: 15 * 60 };
    case 'ConflictException':
      return /opt/i.test(message)
        ? { outcome: 'refused', reason: 'opted_out' }
        : { outcome: 'refused', reason: 'message_rejected' };
    case 'ValidationException':
      return { outcome: 'refused', reason: 'invalid_address' };
    case 'ResourceNotFoundException':
      return { outcome: 'blocked', reason: 'sender_not_configured' };
    case 'AccessDeniedException':
      return { outcome: 'blocked', reason: 'no_permission' };
    default:
      if (name === 'ECONNREFUSED' || name === 'ENOTFOUND') return { outcome: 'later', seconds: 30 };
      return status !== undefined && status < 500
        ? { outcome: 'later', seconds: 60 }
        : { outcome: 'uncertain' };
  }
}
