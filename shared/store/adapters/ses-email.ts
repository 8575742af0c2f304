import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { EmailMessage, MessageTags, SendOutcome } from '#commerce/messages/message.ts';
import { oneLine } from '#contract/text-forms.ts';

interface EmailSender {
  /** Address of a verified identity. */
  readonly address: string;
  readonly configurationSet: string | undefined;
}

/**
 * One attempt per call: SES has no idempotency token, so a repeated request could send twice. The caller decides about an
 * attempt without an answer.
 */
let client: SESv2Client | undefined;
const openClient = () => {
  client ??= new SESv2Client({
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  });
  return client;
};

/** Sends one e-mail through Amazon SES. Never throws. */
export async function sendEmail(
  message: EmailMessage,
  tags: MessageTags,
  { address, configurationSet }: EmailSender,
): Promise<SendOutcome> {
  const { to, reply_to, subject, html, text, from_name, unsubscribe_url } = message;
  const part = (Data: string) => ({ Data, Charset: 'UTF-8' });
  const command = new SendEmailCommand({
    FromEmailAddress: `${displayName(from_name)} <${address}>`,
    Destination: { ToAddresses: [to] },
    ...(reply_to !== undefined && { ReplyToAddresses: [reply_to] }),
    ...(configurationSet !== undefined && { ConfigurationSetName: configurationSet }),
    EmailTags: Object.entries(tags).flatMap(([Name, Value]) =>
      Value === undefined ? [] : [{ Name, Value }],
    ),
    Content: {
      Simple: {
        Subject: part(subject),
        Body: { Html: part(html), Text: part(text) },
        ...(unsubscribe_url !== undefined && {
          Headers: [
            { Name: 'List-Unsubscribe', Value: `<${unsubscribe_url}>` },
            { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
          ],
        }),
      },
    },
  });
  try {
    const { MessageId } = await openClient().send(command);
    return { outcome: 'accepted', provider_id: MessageId ?? '' };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** A display name as an encoded word (RFC 2047) unless it is plain ASCII. */
export function displayName(name: string): string {
  const line = oneLine(name);
  if (/^[\x20-\x7e]*$/.test(line)) return `"${line.replaceAll(/["\\]/g, '\\$&')}"`;
  // An encoded word has at most 75 characters: 45 bytes of text and its frame.
  const words: string[] = [];
  let word = '';
  for (const character of line) {
    if (Buffer.byteLength(word + character) > 42) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`).join(' ');
}

const minute = 60;

function outcomeOf(error: unknown): SendOutcome {
  const { name, message, status } = described(error);
  switch (name) {
    case 'TooManyRequestsException':
    case 'ThrottlingException':
    case 'Throttling':
      // The daily quota of the account refills over 24 hours.
      return { outcome: 'later', seconds: /daily/i.test(message) ? 15 * minute : 2 };
    case 'LimitExceededException':
      return { outcome: 'later', seconds: 15 * minute };
    case 'MessageRejected':
      return /not verified/i.test(message)
        ? { outcome: 'blocked', reason: 'sender_not_verified' }
        : { outcome: 'refused', reason: 'message_rejected' };
    case 'MailFromDomainNotVerifiedException':
      return { outcome: 'blocked', reason: 'sender_not_verified' };
    case 'AccountSuspendedException':
    case 'SendingPausedException':
      return { outcome: 'blocked', reason: 'account_suspended' };
    case 'NotFoundException':
      return { outcome: 'blocked', reason: 'sender_not_configured' };
    case 'AccessDeniedException':
      return { outcome: 'blocked', reason: 'no_permission' };
    case 'BadRequestException':
    case 'ValidationException':
      return { outcome: 'refused', reason: 'invalid_address' };
    default:
      // A connection that was never made has sent nothing.
      if (name === 'ECONNREFUSED' || name === 'ENOTFOUND') return { outcome: 'later', seconds: 30 };
      return status !== undefined && status < 500
        ? { outcome: 'later', seconds: minute }
        : { outcome: 'uncertain' };
  }
}

/** Name, message and HTTP status of an SDK error. The message may quote an address, so it is never logged. */
export function described(error: unknown): {
  readonly name: string;
  readonly message: string;
  readonly status: number | undefined;
} {
  if (!(error instanceof Error)) return { name: '', message: '', status: undefined };
  const { code, $metadata } = error as Error & { code?: unknown; $metadata?: { httpStatusCode?: number } };
  return {
    name: typeof code === 'string' ? code : error.name,
    message: error.message,
    status: $metadata?.httpStatusCode,
  };
}
