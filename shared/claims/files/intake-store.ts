import { maxControlNumber } from '#claims/claims/batch.ts';
import { takeControlNumbers } from '#claims/clearhouse/records.ts';
import { allPayersKnown, type KnownPayers } from '#claims/configuration/known-payers.ts';
import { newClaimStore } from '#claims/edits/edit-store.ts';
import { type ClaimsTables, writeChange } from '#store/claims/write-change.ts';
import { putPieces } from '#store/s3/archive-upload.ts';
import type { Bucket } from '#store/s3/bucket.ts';
import { putObject } from '#store/s3/x12-bucket.ts';
import type { PayerProfile } from '#x12/837p/profile/payer-profile.ts';
import type { IntakePorts } from './delivery.ts';
import type { ResponseProcessor } from './file-run.ts';
import { removeDelivered } from './inbox-records.ts';
import { fileStore } from './records.ts';

export interface ClaimsStores extends ClaimsTables {
  readonly bucket: Bucket;
}

export interface IntakeSettings {
  readonly profiles: ReadonlyMap<string, PayerProfile>;
  /** By default every payer is known. */
  readonly payers?: KnownPayers;
  readonly processors: readonly ResponseProcessor[];
  onClaimsStored(claimIds: readonly string[]): Promise<void>;
  /** Whether claims of a payer are acknowledged with a 277CA; by default they are. */
  readonly isAcknowledged?: (payerId: string) => boolean;
  /**
   * Whether the time of the function is nearly over. Writes wait for the audit chain until then. By default it never is, and
   * writes wait for ten seconds.
   */
  readonly isTimeUp?: (() => boolean) | undefined;
}

export function intakePorts(stores: ClaimsStores, settings: IntakeSettings): IntakePorts {
  const { claims, bucket } = stores;
  return {
    files: fileStore(claims),
    claims: {
      store: newClaimStore(claims),
      profileOf: (payerId) => settings.profiles.get(payerId),
      payers: settings.payers ?? allPayersKnown,
      isAcknowledged: settings.isAcknowledged ?? (() => true),
      onClaimsStored: (ids) => settings.onClaimsStored(ids),
    },
    processors: settings.processors,
    putObject: (key, bytes, contentType) => putObject(bucket, key, bytes, contentType),
    putPieces: (key, pieces, contentType) => putPieces(bucket, key, pieces, contentType),
    removeDelivered: (file) => removeDelivered(bucket, file),
    takeNumbers: async (count) => {
      const first = await takeControlNumbers(claims, 'acknowledgments', count);
      return ((first - 1) % (maxControlNumber - count)) + 1;
    },
    write: (change) => writeChange(stores, change, [], settings.isTimeUp),
    now: () => new Date(),
    isTimeUp: settings.isTimeUp ?? (() => false),
    newRun: () => crypto.randomUUID(),
  };
}
