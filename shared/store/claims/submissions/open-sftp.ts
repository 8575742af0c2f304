import { TransportFailed } from '#claims/submissions/transport.ts';
import type { Clearinghouse } from '#contract/claims/configuration/records.ts';
import { readSecret } from '../../adapters/secrets.ts';
import { connectSftp, type SftpConnection } from '../../adapters/sftp.ts';

/** Connects to the SFTP server of the clearinghouse. @throws TransportFailed */
export async function openSftp(
  { sftp }: Pick<Clearinghouse, 'sftp'>,
  keySecret: string | undefined,
): Promise<SftpConnection> {
  if (sftp === undefined || keySecret === undefined) throw new TransportFailed('not_configured');
  let privateKey: string;
  try {
    privateKey = await readSecret(keySecret);
  } catch (error) {
    throw new TransportFailed('secret_unreadable', error);
  }
  return connectSftp(sftp, privateKey);
}
