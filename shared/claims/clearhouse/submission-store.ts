import type { Clearinghouse } from '#claims/configuration/contract.ts';
import { currentConfiguration } from '#claims/configuration/records.ts';
import { stagingTransport } from '#claims/files/inbox-records.ts';
import type { ClaimsStores } from '#claims/files/intake-store.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { readSecret } from '#store/adapters/secrets.ts';
import { connectSftp, type SftpConnection } from '#store/adapters/sftp.ts';
import { findObject, putObject, readWholeObject } from '#store/s3/x12-bucket.ts';
import { findUnfinishedSubmissions, submissionStore } from './records.ts';
import type { SubmissionPorts } from './submission-ports.ts';
import { submittableClaims } from './submittable-claim-records.ts';
import { TransportFailed } from './transport.ts';

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

export interface SubmissionSettings {
  /** Directory that the stub transport also copies to; only on a local machine. */
  readonly stagingDirectory: string | undefined;
  /** Secret with the private key for the SFTP server; undefined if the deployment has none. */
  readonly keySecret: string | undefined;
  newId(): string;
}

export async function submissionPorts(
  stores: ClaimsStores,
  { stagingDirectory, keySecret, newId }: SubmissionSettings,
): Promise<SubmissionPorts> {
  const { claims, audit, bucket } = stores;
  const configuration = await currentConfiguration(claims);
  return {
    configuration,
    newId,
    store: submissionStore(claims, audit),
    claims: submittableClaims(claims),
    unfinished: async (payerId) =>
      (await findUnfinishedSubmissions(claims)).filter(({ payer_id }) => payer_id === payerId),
    putFile: (key, bytes) => putObject(bucket, key, bytes, 'application/edi-x12'),
    async readFile(key) {
      const object = await findObject(bucket, { key });
      if (object === undefined) throw new StoreRejection('The file of the submission is missing', undefined);
      return readWholeObject(bucket, object);
    },
    openTransport: async ({ transport }) =>
      transport === 'sftp'
        ? openSftp(configuration.clearinghouse, keySecret)
        : stagingTransport(bucket, stagingDirectory),
    now: () => new Date(),
  };
}
