import type SftpClient from 'ssh2-sftp-client';
import * as z from 'zod';

/** Answer of `statvfs@openssh.com`; only this field is of use here. */
const space = z.object({ f_bavail: z.number() });

/**
 * Whether the disk of a directory has no block left. The version of SFTP that OpenSSH speaks has no status code for
 * a full disk, so the file system has to be asked. A server without this extension leaves it unknown: false.
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
      // The library throws where the server does not offer the extension.
      resolve(false);
    }
  });
}
