import { maxControlNumber } from '#claims/claim/batch.ts';
import { allPayersKnown, type KnownPayers } from '#claims/entry/known-payers.ts';
import type { IntakePorts } from '#claims/files/delivery.ts';
import type { ResponseProcessor } from '#claims/files/file-run.ts';
import type { PayerProfile } from '#x12/837p/profile/payer-profile.ts';
import { putPieces } from '../../s3/archive-upload.ts';
import type { Bucket } from '../../s3/bucket.ts';
import { putObject } from '../../s3/x12-bucket.ts';
import { newClaimStore } from '../claims/new-claim-ports.ts';
import { takeControlNumbers } from '../submissions/control-numbers.ts';
import { type ClaimsTables, writeChange } from '../write-change.ts';
import { fileStore } from './files.ts';
import { removeDelivered } from './inbox.ts';

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
