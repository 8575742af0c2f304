import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { writeSecret } from '#store/adapters/secrets.ts';
import { declareCommand, OperatorError } from './command.ts';
import { clearinghouseKeyName } from './stacks.ts';

/** Stores the private key for the clearinghouse's SFTP server, in place of the one before. */
export const clearinghouseKeyCommand = declareCommand(
  'clearinghouse-key',
  z.strictObject({ file: z.string().min(1) }),
  async ({ file }, session) => {
    const key = await readKey(file);
    const secret = await clearinghouseKeyName(session);
    await writeSecret(secret, key);
    session.print(`Stored the key in secret ${secret}.`);
    session.print('The next connection uses it; POST /api/clearhouse/test-connection tries it.');
    return { json: { secret } };
  },
);

async function readKey(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new OperatorError(`The file ${file} cannot be read.`);
  });
  const [, kind = '', body = ''] = privateKey.exec(text) ?? [];
  if (kind === '') {
    throw new OperatorError(`The file ${file} holds no private key in OpenSSH or PEM format.`);
  }
  if (kind.startsWith('ENCRYPTED') || /^Proc-Type: .*ENCRYPTED/m.test(body) || hasPassphrase(body)) {
    throw new OperatorError(
      `The key in ${file} has a passphrase; remove it from a copy with ssh-keygen -p, and store the copy.`,
    );
  }
  return text;
}

const privateKey = /-----BEGIN ((?:[A-Z]+ )*PRIVATE KEY)-----\s([\s\S]+?)-----END/;

/** PROTOCOL.key of OpenSSH: a magic word, then the length and the name of the cipher, which is `none` without one. */
function hasPassphrase(body: string): boolean {
  const bytes = Buffer.from(body.replace(/\s/g, ''), 'base64');
  const magic = 'openssh-key-v1\0';
  if (bytes.toString('latin1', 0, magic.length) !== magic) return false;
  const start = magic.length + 4;
  return bytes.toString('latin1', start, start + bytes.readUInt32BE(magic.length)) !== 'none';
}
