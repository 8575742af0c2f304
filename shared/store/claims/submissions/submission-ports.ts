import type { SubmissionPorts } from '#claims/submissions/ports.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import type { Bucket } from '../../s3/bucket.ts';
import { findObject, putObject, readObject } from '../../s3/x12-bucket.ts';
import { currentConfiguration } from '../configuration/current-configuration.ts';
import type { ClaimsStores } from '../files/intake-ports.ts';
import { stagingTransport } from '../files/staging.ts';
import { openSftp } from './open-sftp.ts';
import { findUnfinishedSubmissions } from './submission-lists.ts';
import { submissionStore } from './submissions.ts';
import { submittableClaims } from './submittable-claims.ts';

/** What differs from one function to the next. */
export interface SubmissionSettings {
  /** Longer than the function may run, milliseconds. */
  readonly lease: number;
  /** Directory that the stub transport copies into as well; only on a machine that has one. */
  readonly stagingDirectory: string | undefined;
  /** Secret that holds the private key for the SFTP server. */
  readonly keySecret: string;
  newId(): string;
}

/** Submissions on the real stores, with the configuration that holds. */
export async function submissionPorts(
  stores: ClaimsStores,
  { lease, stagingDirectory, keySecret, newId }: SubmissionSettings,
): Promise<SubmissionPorts> {
  const { claims, audit, bucket } = stores;
  const configuration = await currentConfiguration(claims);
  return {
    configuration,
    lease,
    newId,
    store: submissionStore(claims, audit),
    claims: submittableClaims(claims),
    unfinished: async (payerId) =>
      (await findUnfinishedSubmissions(claims)).filter(({ payer_id }) => payer_id === payerId),
    putFile: (key, bytes) => putObject(bucket, key, bytes, 'application/edi-x12'),
    readFile: (key) => readWhole(bucket, key),
    // A submission goes out by the transport that it was made for, also when the configuration has changed since.
    openTransport: async ({ transport }) =>
      transport === 'sftp'
        ? openSftp(configuration.clearinghouse, keySecret)
        : stagingTransport(bucket, stagingDirectory),
    now: () => new Date(),
  };
}

async function readWhole(bucket: Bucket, key: string): Promise<Uint8Array> {
  const object = await findObject(bucket, { key });
  if (object === undefined) throw new StoreRejection('The bytes of the submission are gone', undefined);
  const pieces: Uint8Array[] = [];
  for await (const piece of await readObject(bucket, object)) pieces.push(piece);
  return Buffer.concat(pieces);
}
