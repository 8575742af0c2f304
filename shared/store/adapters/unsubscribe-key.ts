import { readSecret } from './secrets.ts';

const keys = new Map<string, Promise<string>>();

/** The key that signs unsubscribe links, read once by each function instance; undefined for a deployment without it. */
export async function unsubscribeKey(secret: string | undefined): Promise<string | undefined> {
  if (secret === undefined) return undefined;
  const known = keys.get(secret);
  if (known !== undefined) return known;
  const reading = readSecret(secret).catch((error: unknown) => {
    keys.delete(secret);
    throw error;
  });
  keys.set(secret, reading);
  return reading;
}
