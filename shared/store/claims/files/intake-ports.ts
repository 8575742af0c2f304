import { maxControlNumber } from '#claims/control-number.ts';
import { allPayersKnown, type KnownPayers } from '#claims/entry/known-payers.ts';
import type { IntakePorts } from '#claims/files/delivery.ts';
import type { ResponseProcessor } from '#claims/files/file-run.ts';
import type { NewClaimStore } from '#claims/intake/window.ts';
import type { PayerProfile } from '#x12/837p/profile/payer-profile.ts';
import type { Table } from '../../dynamodb/table.ts';
import type { Bucket } from '../../s3/bucket.ts';
import { putObject } from '../../s3/x12-bucket.ts';
import { recordClaimMonth } from '../claims/claim-months.ts';
import { findRelatedClaims } from '../claims/new-claims.ts';
import { takeControlNumbers } from '../submissions/control-numbers.ts';
import { type ClaimsTables, writeChange } from '../write-change.ts';
import { fileStore } from './files.ts';
import { removeDelivered } from './inbox.ts';

/** Where the claims service keeps what it has. */
export interface ClaimsStores extends ClaimsTables {
  readonly bucket: Bucket;
}

/** What differs from one deployment or moment to the next. */
export interface IntakeSettings {
  readonly profiles: ReadonlyMap<string, PayerProfile>;
  /** By default claims of every payer may be sent. */
  readonly payers?: KnownPayers;
  readonly processors: readonly ResponseProcessor[];
  onClaimsStored(claimIds: readonly string[]): Promise<void>;
  /** Whether claims for a payer are answered with a 277CA; by default they are. */
  readonly isAcknowledged?: (payerId: string) => boolean;
  /** Whether the function has to come to an end; by default it never has. */
  readonly isTimeUp?: () => boolean;
}

/** The intake of files on the real stores. */
export function intakePorts({ claims, audit, bucket }: ClaimsStores, settings: IntakeSettings): IntakePorts {
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
    removeDelivered: (file) => removeDelivered(bucket, file),
    takeNumbers: async (count) => {
      const first = await takeControlNumbers(claims, 'acknowledgments', count);
      return ((first - 1) % (maxControlNumber - count)) + 1;
    },
    write: (change) => writeChange({ claims, audit }, change),
    now: () => new Date(),
    isTimeUp: settings.isTimeUp ?? (() => false),
    newRun: () => crypto.randomUUID(),
  };
}

/** Looks up and prepares what new claims are compared with. */
export const newClaimStore = (claims: Table): NewClaimStore => ({
  recordMonth: (receivedAt) => recordClaimMonth(claims, receivedAt),
  findRelatedClaims: (queries) => findRelatedClaims(claims, queries),
});
