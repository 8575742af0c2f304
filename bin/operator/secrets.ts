import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { writeSecret } from '#store/adapters/secrets.ts';
import { declareCommand, OperatorError } from './command.ts';
import { clearinghouseKeyName, paymentKeysName } from './stacks.ts';

/** The text of a file. Secrets come from files, because arguments show in the list of processes. Throws OperatorError. */
const readText = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch(() => {
    throw new OperatorError(`Cannot read ${file}.`);
  });

export const clearinghouseKeyCommand = declareCommand(
  'clearinghouse-key',
  z.strictObject({ file: z.string().min(1) }),
  async ({ file }, session) => {
    const key = await readKey(file);
    const secret = await clearinghouseKeyName(session);
    await writeSecret(secret, key);
    session.print(`Stored the key in secret ${secret}.`);
    session.print('The next connection uses it. Test it with POST /api/clearhouse/test-connection.');
    return { json: { secret } };
  },
);

async function readKey(file: string): Promise<string> {
  const text = await readText(file);
  const [, kind = '', body = ''] = privateKey.exec(text) ?? [];
  if (kind === '') {
    throw new OperatorError(`${file} has no private key in OpenSSH or PEM format.`);
  }
  if (kind.startsWith('ENCRYPTED') || /^Proc-Type: .*ENCRYPTED/m.test(body) || hasPassphrase(body)) {
    throw new OperatorError(`The key in ${file} has a passphrase; remove it from a copy with ssh-keygen -p.`);
  }
  return text;
}

const privateKey = /-----BEGIN ((?:[A-Z]+ )*PRIVATE KEY)-----\s([\s\S]+?)-----END/;

/** The format of OpenSSH (PROTOCOL.key): magic bytes, then length and name of the cipher, `none` without passphrase. */
function hasPassphrase(body: string): boolean {
  const bytes = Buffer.from(body.replace(/\s/g, ''), 'base64');
  const magic = 'openssh-key-v1\0';
  if (bytes.toString('latin1', 0, magic.length) !== magic) return false;
  const start = magic.length + 4;
  return bytes.toString('latin1', start, start + bytes.readUInt32BE(magic.length)) !== 'none';
}

const keysSchema = z.strictObject({
  api_key: z.string().regex(/^(sk|rk)_(live|test)_\w+$/),
  webhook_secret: z.string().regex(/^whsec_\S+$/),
});

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
  const text = await readText(file);
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
