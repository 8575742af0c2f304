import * as z from 'zod';
import { ApiError } from '#contract/errors.ts';
import { readSecret } from '../secrets.ts';

const secretText = z.object({ api_key: z.string(), webhook_secret: z.string() });

export type PaymentKeys = z.output<typeof secretText>;

const keptMilliseconds = 300_000;

/** Reads the keys, and keeps them for five minutes or until `renew`. */
export function paymentKeysIn(secretId: string) {
  let known: { readonly keys: PaymentKeys; readonly at: number } | undefined;
  const read = async () => {
    const keys = keysFrom(await readSecret(secretId));
    known = { keys, at: performance.now() };
    return keys;
  };
  return {
    /** @throws ApiError billing_not_configured while no API key is stored */
    async current(): Promise<PaymentKeys> {
      return known !== undefined && performance.now() - known.at < keptMilliseconds ? known.keys : read();
    },
    /** The keys as stored now, if others were read more than ten seconds ago: they may have been replaced. */
    async renewed(): Promise<PaymentKeys | undefined> {
      return known !== undefined && performance.now() - known.at > 10_000 ? read() : undefined;
    },
  };
}

function keysFrom(text: string): PaymentKeys {
  const { data } = secretText.safeParse(parsed(text));
  if (data === undefined || data.api_key === '') throw new ApiError('billing_not_configured');
  return data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
