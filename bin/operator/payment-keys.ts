import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { writeSecret } from '#store/adapters/secrets.ts';
import { declareCommand, OperatorError } from './command.ts';
import { paymentKeysName } from './stacks.ts';

const keysSchema = z.strictObject({
  api_key: z.string().regex(/^(sk|rk)_(live|test)_\w+$/),
  webhook_secret: z.string().regex(/^whsec_\S+$/),
});

/** Stores the keys of the payment provider. They come from a file, because arguments show in the list of processes. */
export const paymentKeysCommand = declareCommand(
  'payment-keys',
  z.strictObject({ file: z.string().min(1) }),
  async ({ file }, session) => {
    const keys = await readKeys(file);
    const secret = await paymentKeysName(session);
    await writeSecret(secret, JSON.stringify(keys));
    session.print(`Stored the keys in secret ${secret}.`);
    session.print('Running functions use them within five minutes.');
    return { json: { secret } };
  },
);

async function readKeys(file: string): Promise<z.output<typeof keysSchema>> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new OperatorError(`Cannot read ${file}.`);
  });
  const keys = keysSchema.safeParse(parsed(text));
  if (keys.success) return keys.data;
  throw new OperatorError(
    `${file} must be JSON with api_key (sk_… or rk_…) and webhook_secret (whsec_…), and nothing else.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
