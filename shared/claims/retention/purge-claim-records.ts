import { keepEntries } from '#claims/audit/listed-entry-records.ts';
import { billingProviderId, type Claim } from '#claims/claims/claim.ts';
import { typedClaim, unpackContent } from '#claims/claims/claim-content.ts';
import {
  claimKey,
  claimPartition,
  claimsWithPcn,
  claimVersionPartition,
  payerControlKey,
  replacementKey,
  shortenedPcnKey,
} from '#claims/claims/claim-keys.ts';
import { removedContentActions } from '#claims/claims/content-records.ts';
import { npiOf } from '#claims/claims/new-claim.ts';
import { removalActions, unchangedAction } from '#claims/claims/records.ts';
import { contentOf } from '#claims/claims/stored-claim-records.ts';
import { replacementTarget } from '#claims/edits/replacement.ts';
import { removeEndedReservation } from '#claims/edits/reservation-records.ts';
import { notesOf } from '#claims/follow-up/records.ts';
import { patientShareKey } from '#claims/money/money-keys.ts';
import { searchKeysOf } from '#claims/search/search-entry-records.ts';
import { isWritten } from '#persistence/conflict.ts';
import type { ClaimsTables } from '#store/claims/write-change.ts';
import { deleteItems } from '#store/dynamodb/delete-items.ts';
import { allItems, getItems, type Item, type ItemKey, recordOf } from '#store/dynamodb/items.ts';
import { queryItems } from '#store/dynamodb/query-page.ts';
import type { Table, TransactAction } from '#store/dynamodb/table.ts';
import type { Purge } from './contract.ts';
import { keyOf } from './purge-context-records.ts';
import { purgedClaimKey, purgingKeys, purgingPartition } from './records.ts';
import { purgedEntry } from './rules.ts';

/**
 * Removes a claim with its content, events and the records by which it is found, and takes it out of all figures. The
 * transaction of the audit entry lists what is left to remove, so an interrupted removal is finished later.
 *
 * @param chain the claims of its chain, as they were when the purge found them expired
 * @returns false if a claim of the chain has changed, or if this one is being sent or has lost its content hash to another claim
 */
export async function purgeClaim(
  tables: ClaimsTables,
  claim: Claim,
  purge: Purge,
  chain: readonly Claim[] = [claim],
): Promise<boolean> {
  const { claims: table, audit } = tables;
  const items = await allItems(table, claimPartition(claim.id));
  const contents = await removedContentActions(table, claim);
  const left = { ...purgedClaimKey(claim.id) };
  const keys = await pointersOf(tables, claim);
  const actions: TransactAction[] = [
    ...(await removeEndedReservation(table, claim)),
    {
      Delete: {
        Key: { ...claimKey(claim.id) },
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': claim.version },
      },
    },
    ...contents,
    { Put: { Item: { ...left, ...purgingKeys(claim.id), keys } } },
    ...keepEntries(claim.id, items),
    ...removalActions(claim),
    ...chain.filter(({ id }) => id !== claim.id).map(unchangedAction),
  ];
  const written = await isWritten(audit.append([purgedEntry(purge, 'claim', claim.id)], actions));
  if (!written) return false;
  await removeLeft(table, left, keys);
  return true;
}

/** Finishes removals that were interrupted. */
export async function finishPurgedClaims(table: Table): Promise<void> {
  const range = { index: 'gsi1', pk: purgingPartition } as const;
  for await (const item of queryItems(table, range)) {
    const { keys = [] } = recordOf<{ readonly keys?: readonly ItemKey[] }>(item);
    await removeLeft(table, keyOf(item), keys);
  }
}

async function removeLeft(table: Table, list: ItemKey, keys: readonly ItemKey[]): Promise<void> {
  await deleteItems(table, keys);
  await deleteItems(table, [list]);
}

/**
 * Records outside the partition of a claim that belong to it alone: those by which it is found, also under numbers before an
 * edit, its versions and its notes. Records of others with its number or target stay.
 */
async function pointersOf(
  { claims: table, readSearchKey }: ClaimsTables,
  claim: Claim,
): Promise<readonly ItemKey[]> {
  const { id, patient_control_number: number } = claim;
  const [versions, notes] = await Promise.all([
    allItems(table, claimVersionPartition(id)),
    allItems(table, notesOf(id)),
  ]);
  const numbers = [{ number, provider: billingProviderId(claim) }, ...versions.flatMap(earlierNumber)];
  const target = replacementTarget(claim);
  const owned = target === undefined ? [] : await getItems(table, [replacementKey(target)]);
  const { payer_numbers = [] } = claim;
  return [
    ...(await numberRecords(table, id, numbers)),
    ...owned.filter(({ claim_id }) => claim_id === id).map(keyOf),
    ...payer_numbers.map((one) => payerControlKey(one, id)),
    ...numbers.map((one) => shortenedPcnKey(one.number, id)),
    patientShareKey(id),
    replacementKey(id),
    ...[...versions, ...notes].map(keyOf),
    ...searchKeysOf(claim, await readSearchKey()),
  ];
}

interface ClaimNumber {
  readonly number: string;
  readonly provider: string;
}

/** The number and provider in the content before an edit, which the claim keeps a record of. */
function earlierNumber(item: Item): readonly ClaimNumber[] {
  if (item['content'] === undefined) return [];
  const { patientControlNumber = '', billingProvider } = typedClaim(unpackContent(contentOf(item)));
  const { taxId: tax_id } = billingProvider;
  const provider = billingProviderId({
    billing_npi: npiOf(billingProvider),
    ...(tax_id !== undefined && { tax_id }),
  });
  return [{ number: patientControlNumber, provider }];
}

async function numberRecords(table: Table, id: string, numbers: readonly ClaimNumber[]): Promise<ItemKey[]> {
  const found: ItemKey[] = [];
  for (const { number, provider } of numbers) {
    const items = await allItems(table, claimsWithPcn(number, provider));
    found.push(...items.filter(({ claim_id }) => claim_id === id).map(keyOf));
  }
  return found;
}
