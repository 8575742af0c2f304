import { type LookupAddress, lookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { WebhookAttempt } from '#commerce/webhooks/contract.ts';
import { signedHeaders, webhookSecret, webhookSecretBytes } from '#commerce/webhooks/delivery.ts';
import { allowsAddress, literalAddress, type TargetRules } from '#commerce/webhooks/target.ts';

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookAnswer extends Omit<WebhookAttempt, 'at'> {
  readonly retryAfter?: string | undefined;
}

interface SendingRules extends TargetRules {
  readonly timeoutMilliseconds: number;
}

/** Characters of the answer that the log keeps. */
const keptCharacters = 500;
/** No character has more bytes. */
const maxReadBytes = 4 * keptCharacters;

class AddressRefused extends Error {}

/**
 * Posts one webhook and never throws. The name is resolved once, every address is checked, and the connection goes to a
 * checked address, so a name server cannot lead the request elsewhere between the check and the connection. Redirects are
 * not followed. The time-out covers everything from the look-up to the end of the answer.
 */
export async function postWebhook(sent: WebhookRequest, rules: SendingRules): Promise<WebhookAnswer> {
  const startedAt = performance.now();
  const answer = await exchange(sent, rules);
  return { ...answer, duration_ms: Math.round(performance.now() - startedAt) };
}

type Answer = Omit<WebhookAnswer, 'duration_ms'>;

function exchange({ url, headers, body }: WebhookRequest, rules: SendingRules): Promise<Answer> {
  return new Promise((resolve) => {
    const target = new URL(url);
    const literal = literalAddress(target.hostname);
    if (literal !== undefined && !allowsAddress(literal, rules)) return resolve({ error: 'address_refused' });
    const options: RequestOptions = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'accept-encoding': 'identity',
        'user-agent': 'Granary-Webhooks/1',
        ...headers,
      },
      // A new connection: an earlier one may lead to an address that is no longer right.
      agent: false,
      lookup: checkedLookup(rules),
    };
    const send = target.protocol === 'http:' ? httpRequest : httpsRequest;
    const posting = send(target, options);
    let status: number | undefined;
    const settle = (answer: Answer) => {
      clearTimeout(timer);
      resolve(answer);
      posting.destroy();
    };
    const timer = setTimeout(
      () => settle({ ...(status !== undefined && { status }), error: 'timeout' }),
      rules.timeoutMilliseconds,
    );
    posting.on('response', (response) => {
      status = response.statusCode;
      readStart(response).then(
        (text) => settle(answerOf(response, text)),
        () => settle({ ...answerOf(response, ''), error: 'connection' }),
      );
    });
    posting.on('error', (error) =>
      settle({ ...(status !== undefined && { status }), error: causeOf(error) }),
    );
    posting.end(body);
  });
}

const answerOf = (response: IncomingMessage, text: string): Answer => {
  const retryAfter = response.headers['retry-after'];
  return {
    ...(response.statusCode !== undefined && { status: response.statusCode }),
    ...(text !== '' && { response_body: text }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
};

/** The first 500 characters of the answer; the rest is not read. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= maxReadBytes) break;
  }
  // A character that was cut off at the end is beyond the first 500.
  return [...Buffer.concat(chunks).toString('utf8')].slice(0, keptCharacters).join('');
}

type Lookup = NonNullable<RequestOptions['lookup']>;

/** Resolves a name and passes on its addresses only if each of them is allowed. */
const checkedLookup =
  (rules: TargetRules): Lookup =>
  (hostname, options, done) => {
    lookup(hostname, { all: true, verbatim: true }, (error, addresses) => {
      const refused = addresses?.find(({ address }) => !allowsAddress(address, rules));
      const [first] = addresses ?? [];
      if (error) done(error, '', 0);
      else if (refused || !first) done(new AddressRefused('The address is not public'), '', 0);
      else if (options.all) done(null, addresses satisfies LookupAddress[]);
      else done(null, first.address, first.family);
    });
  };

function causeOf(error: Error): NonNullable<WebhookAttempt['error']> {
  if (error instanceof AddressRefused) return 'address_refused';
  const code = 'code' in error ? String(error.code) : '';
  if (/^(ENOTFOUND|EAI_)/.test(code)) return 'name_not_found';
  if (/^HPE_/.test(code)) return 'invalid_response';
  if (/CERT|TLS|SSL|EPROTO|SELF_SIGNED|UNABLE_TO_/.test(code)) return 'tls';
  return 'connection';
}

interface SignedWebhook {
  readonly url: string;
  /** The same in every attempt. */
  readonly id: string;
  readonly body: string;
  readonly at: Date;
  readonly secret: string;
}

const timeoutMilliseconds = 15_000;

/** Posts a webhook that is signed by Standard Webhooks 1.0.0, to a public address only. Never throws. */
export const postSignedWebhook = (
  { url, secret, ...message }: SignedWebhook,
  rules: TargetRules,
): Promise<WebhookAnswer> =>
  postWebhook(
    { url, headers: signedHeaders(message, [secret]), body: message.body },
    { ...rules, timeoutMilliseconds },
  );

export const newWebhookSecret = (): string =>
  webhookSecret(crypto.getRandomValues(new Uint8Array(webhookSecretBytes)));
