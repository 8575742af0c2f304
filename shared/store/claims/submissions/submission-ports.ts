import type { SubmissionPorts } from '#claims/submissions/ports.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { findObject, putObject, readWholeObject } from '../../s3/x12-bucket.ts';
import { currentConfiguration } from '../configuration/configuration.ts';
import type { ClaimsStores } from '../files/intake-ports.ts';
import { stagingTransport } from '../files/staging.ts';
import { openSftp } from './open-sftp.ts';
import { findUnfinishedSubmissions, submissionStore } from './submissions.ts';
import { submittableClaims } from './submittable-claims.ts';

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
