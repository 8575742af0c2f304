import type { Clearinghouse } from '#contract/claims/configuration/records.ts';
import { clearinghouseEnvironment } from '#contract/environment.ts';
import type { SftpConnection } from '../../adapters/sftp.ts';
import { openSftp } from './open-sftp.ts';

const { CLEARINGHOUSE_KEY_SECRET } = clearinghouseEnvironment.parse(process.env);

/** Opens the server of the clearinghouse with the key of this function. @throws TransportFailed */
export const openClearinghouseServer = (clearhouse: Clearinghouse): Promise<SftpConnection> =>
  openSftp(clearhouse, CLEARINGHOUSE_KEY_SECRET);
