import type SftpClient from 'ssh2-sftp-client';
import * as z from 'zod';

/** The field of the `statvfs@openssh.com` response that is used here. */
const space = z.object({ f_bavail: z.number() });

/**
 * Whether the disk of a directory has no free block. OpenSSH's version of SFTP has no status code for a full disk. False if
 * the server does not offer the extension.
 */
export async function isDiskFull(client: SftpClient, directory: string): Promise<boolean> {
  const channel: unknown = Reflect.get(client, 'sftp');
  if (typeof channel !== 'object' || channel === null) return false;
  const ask: unknown = Reflect.get(channel, 'ext_openssh_statvfs');
  if (typeof ask !== 'function') return false;
  return new Promise((resolve) => {
    try {
      ask.call(channel, directory, (error: unknown, found: unknown) => {
        const parsed = space.safeParse(found);
        resolve(!error && parsed.success && parsed.data.f_bavail === 0);
      });
    } catch {
      // The library throws if the server does not offer the extension.
      resolve(false);
    }
  });
}
