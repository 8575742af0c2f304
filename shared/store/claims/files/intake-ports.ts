import type { ChainAppender } from '#audit/appender.ts';
import { highestControlNumber } from '#claims/control-number.ts';
import { everyPayer, type KnownPayers } from '#claims/entry/known-payers.ts';
import type { Applier, Change } from '#claims/files/applier.ts';
import type { IntakePorts } from '#claims/files/delivery.ts';
import type { WindowStore } from '#claims/intake/window.ts';
import type { PayerProfile } from '#x12/837p/profile/payer-profile.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import type { Bucket } from '../../s3/bucket.ts';
import { putObject } from '../../s3/x12-bucket.ts';
import { batchActions, setClaimsActions } from '../claims/batches.ts';
import { sayMonth } from '../claims/claim-months.ts';
import { changeActions } from '../claims/claims.ts';
import { findSurroundings, newClaimActions } from '../claims/new-claims.ts';
import { takeControlNumbers } from '../submissions/control-numbers.ts';
import { fileStore } from './files.ts';
import { removeDelivered } from './inbox.ts';

/** Where the claims service keeps what it has. */
export interface ClaimsStores {
  readonly claims: Table;
  readonly audit: ChainAppender<TransactAction>;
  readonly bucket: Bucket;
}

/** What differs from one deployment or moment to the next. */
export interface IntakeSettings {
  readonly profiles: ReadonlyMap<string, PayerProfile>;
  /** By default claims of every payer may be sent. */
  readonly payers?: KnownPayers;
  readonly appliers: readonly Applier[];
  claimsAwaited(claimIds: readonly string[]): Promise<void>;
  /** Whether claims for a payer are answered with a 277CA; by default they are. */
  readonly isAnswered?: (payerId: string) => boolean;
  /** Whether the function has to come to an end; by default it never has. */
  readonly outOfTime?: () => boolean;
}

/** The intake of files on the real stores. */
export function intakePorts({ claims, audit, bucket }: ClaimsStores, settings: IntakeSettings): IntakePorts {
  return {
    files: fileStore(claims),
    claims: {
      store: windowStore(claims),
      profileOf: (payerId) => settings.profiles.get(payerId),
      payers: settings.payers ?? everyPayer,
      isAnswered: settings.isAnswered ?? (() => true),
      claimsAwaited: (ids) => settings.claimsAwaited(ids),
    },
    appliers: settings.appliers,
    putObject: (key, bytes, contentType) => putObject(bucket, key, bytes, contentType),
    removeDelivered: (file) => removeDelivered(bucket, file),
    takeNumbers: async (count) => {
      const first = await takeControlNumbers(claims, 'acknowledgments', count);
      return ((first - 1) % (highestControlNumber - count)) + 1;
    },
    write: (change) => write({ claims, audit }, change),
    now: () => new Date(),
    outOfTime: settings.outOfTime ?? (() => false),
    newRun: () => crypto.randomUUID(),
  };
}

/** Where claims arrive. */
export const windowStore = (claims: Table): WindowStore => ({
  opensMonth: (receivedAt) => sayMonth(claims, receivedAt),
  findSurroundings: (arrivals) => findSurroundings(claims, arrivals),
  changeActions,
  newClaimActions,
  batchActions,
  setClaimsActions,
});

/** A change with its entries, as one write; one that nobody needs to account for goes to the table alone. */
export async function write(
  { claims, audit }: Pick<ClaimsStores, 'claims' | 'audit'>,
  { entries, actions }: Change,
): Promise<void> {
  if (entries.length > 0) await audit.append(entries, actions);
  else await transact(claims, actions);
}
