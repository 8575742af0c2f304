import { replacementTarget } from '#claims/edits/replacement.ts';
import { numbersKeptByPayers, unmatchedPaymentMarkKey } from '#claims/files/response-keys.ts';
import { getItems, type Item, type ItemKey, inRange, nameOfKey, queryAll } from '#store/dynamodb/items.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { billingProviderId, type Claim } from './claim.ts';
import { claimsWithPcn, contentKey, pcnKey, pcnOrdinal } from './claim-keys.ts';
import { findClaims, findClaimsByPayerControl, replacementStore } from './records.ts';
import {
  olderClaimsAreIrrelevant,
  originalOf,
  type RelatedClaims,
  type RelatedClaimsQuery,
} from './related-claims.ts';

/**
 * Finds stored claims that decide about new ones, strongly consistent: one batch read for up to 33 new claims, and a few more
 * reads for each that has related claims.
 */
export async function findRelatedClaims(
  table: Table,
  queries: readonly RelatedClaimsQuery[],
): Promise<readonly RelatedClaims[]> {
  const keys = new Map(
    queries.flatMap((query) => keysOf(query).map((key) => [nameOfKey(key), key] as const)),
  );
  // An item by content hash may have a content, which decides nothing.
  const found = await getItems(table, [...keys.values()], ['pk', 'sk', 'claim_id']);
  const known = new Map(found.map((item) => [nameOfKey(item), item]));
  const namesakes = new Map<string, Promise<Namesakes>>();
  const namesakesOf = ({ patient_control_number, provider }: RelatedClaimsQuery) => {
    const name = JSON.stringify([patient_control_number, provider]);
    const found = namesakes.get(name) ?? findNamesakes(table, patient_control_number, provider);
    namesakes.set(name, found);
    return found;
  };
  return Promise.all(queries.map((query) => relatedClaims(table, query, known, namesakesOf)));
}

const keysOf = ({ patient_control_number, provider, content_hash }: RelatedClaimsQuery): ItemKey[] => [
  pcnKey(patient_control_number, provider, 0),
  ...unmatchedPaymentKeys(patient_control_number),
  ...(content_hash === undefined ? [] : [contentKey(content_hash)]),
];

/** Payers may return only the first 20 characters of a number. */
const unmatchedPaymentKeys = (number: string): ItemKey[] =>
  numbersKeptByPayers(number).map(unmatchedPaymentMarkKey);

async function relatedClaims(
  table: Table,
  query: RelatedClaimsQuery,
  known: ReadonlyMap<string, Item>,
  namesakesOf: (query: RelatedClaimsQuery) => Promise<Namesakes>,
): Promise<RelatedClaims> {
  const { patient_control_number, provider, content_hash, original_claim_number } = query;
  const owner = content_hash === undefined ? undefined : known.get(nameOfKey(contentKey(content_hash)));
  const hasNumber = known.has(nameOfKey(pcnKey(patient_control_number, provider, 0)));
  const [namesakes, sameContent, originals] = await Promise.all([
    hasNumber ? namesakesOf(query) : { nextOrdinal: 0, sameNumber: [] },
    owner ? findClaims(table, [String(owner['claim_id'])]) : [],
    original_claim_number === undefined ? [] : findClaimsByPayerControl(table, original_claim_number),
  ]);
  const related: RelatedClaims = {
    ...namesakes,
    ...(sameContent[0] && { sameContent: sameContent[0] }),
    originals: originals.filter((claim) => billingProviderId(claim) === provider),
    hasUnmatchedPayments: unmatchedPaymentKeys(patient_control_number).some((key) =>
      known.has(nameOfKey(key)),
    ),
  };
  const [replacement, head] = await Promise.all([
    findReplacement(table, query, related),
    findHead(table, query, related),
  ]);
  return { ...related, ...replacement, ...(head && { head }) };
}

/** The first claim of the chain that a correction or void joins, if that is not the original. */
async function findHead(
  table: Table,
  { correction_for_payer }: RelatedClaimsQuery,
  related: RelatedClaims,
): Promise<Claim | undefined> {
  const chain = correction_for_payer === undefined ? undefined : originalOf('7', related)?.chain;
  return chain === undefined ? undefined : (await findClaims(table, [chain]))[0];
}

/** The correction or void that has the right to be sent for the same target. */
async function findReplacement(
  table: Table,
  { provider, original_claim_number, correction_for_payer: payer_id }: RelatedClaimsQuery,
  related: RelatedClaims,
): Promise<Pick<RelatedClaims, 'replacement'>> {
  if (payer_id === undefined) return {};
  const corrects = originalOf('7', related)?.id;
  const target = replacementTarget({
    frequency: '7',
    payer_id,
    billing_npi: provider,
    ...(corrects !== undefined && { corrects }),
    ...(original_claim_number !== undefined && { original_claim_number }),
  });
  if (target === undefined) return {};
  const holder = (await replacementStore(table).findHolders([target])).get(target);
  return holder === undefined ? {} : { replacement: { target, holder } };
}

type Namesakes = Pick<RelatedClaims, 'nextOrdinal' | 'sameNumber'>;

/** Claims per read, newest first: a sender may use one number for all its claims. */
const namesakesAtOnce = 25;

async function findNamesakes(table: Table, number: string, provider: string): Promise<Namesakes> {
  let nextOrdinal = 0;
  let sameNumber: readonly Claim[] = [];
  const query = {
    ...inRange(claimsWithPcn(number, provider)),
    ScanIndexForward: false,
    Limit: namesakesAtOnce,
  };
  for await (const items of queryAll(table, query)) {
    nextOrdinal = Math.max(nextOrdinal, ...items.map((item) => pcnOrdinal(String(item['sk'])) + 1));
    const same = items.filter((item) => item['patient_control_number'] === number && item['moved'] !== true);
    const claims = await findClaims(
      table,
      same.map((item) => String(item['claim_id'])),
    );
    sameNumber = [...claims.toReversed(), ...sameNumber];
    if (olderClaimsAreIrrelevant(sameNumber)) break;
  }
  return { nextOrdinal, sameNumber };
}
