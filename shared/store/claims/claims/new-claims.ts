import { billingProviderId, type Claim } from '#claims/claim/claim.ts';
import type { NewClaimWrite } from '#claims/claim/claim-write.ts';
import {
  olderClaimsAreIrrelevant,
  originalOf,
  type RelatedClaims,
  type RelatedClaimsQuery,
} from '#claims/claim/related-claims.ts';
import { replacementTarget } from '#claims/claim/replacement.ts';
import { getItems, type Item, type ItemKey, inRange, itemOf, queryAll } from '../../dynamodb/items.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import {
  claimsWithPcn,
  contentKey,
  keptPcnLength,
  payerReceiptKeys,
  pcnKey,
  pcnOrdinal,
  receiptKeys,
  shortenedPcnKey,
} from '../keys/claim-keys.ts';
import { numbersKeptByPayers, unmatchedPaymentMarkKey } from '../keys/response-keys.ts';
import { contentAction, findClaims, findClaimsByPayerControl } from './claims.ts';
import { replacementStore } from './replacements.ts';

/**
 * What is stored that has to do with claims about to arrive, strongly consistent: one read for up to 33 claims that
 * nothing is known of, a few more for each that something is.
 */
export async function findRelatedClaims(
  table: Table,
  arrivals: readonly RelatedClaimsQuery[],
): Promise<readonly RelatedClaims[]> {
  const keys = new Map(
    arrivals.flatMap((arrival) => keysOf(arrival).map((key) => [nameOf(key), key] as const)),
  );
  const found = await getItems(table, [...keys.values()]);
  const known = new Map(found.map((item) => [nameOf(item), item]));
  const namesakes = new Map<string, Promise<Namesakes>>();
  const namesakesOf = ({ patient_control_number, provider }: RelatedClaimsQuery) => {
    const name = JSON.stringify([patient_control_number, provider]);
    const found = namesakes.get(name) ?? findNamesakes(table, patient_control_number, provider);
    namesakes.set(name, found);
    return found;
  };
  return Promise.all(arrivals.map((arrival) => surroundings(table, arrival, known, namesakesOf)));
}

const keysOf = ({ patient_control_number, provider, content_hash }: RelatedClaimsQuery): ItemKey[] => [
  pcnKey(patient_control_number, provider, 0),
  ...awaitedKeys(patient_control_number),
  ...(content_hash === undefined ? [] : [contentKey(content_hash)]),
];

/** A payer may have kept no more than the beginning of a long number. */
const awaitedKeys = (number: string): ItemKey[] => numbersKeptByPayers(number).map(unmatchedPaymentMarkKey);

const nameOf = ({ pk, sk }: { readonly pk?: unknown; readonly sk?: unknown }) => JSON.stringify([pk, sk]);

async function surroundings(
  table: Table,
  arrival: RelatedClaimsQuery,
  known: ReadonlyMap<string, Item>,
  namesakesOf: (arrival: RelatedClaimsQuery) => Promise<Namesakes>,
): Promise<RelatedClaims> {
  const { patient_control_number, provider, content_hash, original_claim_number } = arrival;
  const owner = content_hash === undefined ? undefined : known.get(nameOf(contentKey(content_hash)));
  const hasNumber = known.has(nameOf(pcnKey(patient_control_number, provider, 0)));
  const [namesakes, sameContent, originals] = await Promise.all([
    hasNumber ? namesakesOf(arrival) : { nextOrdinal: 0, sameNumber: [] },
    owner ? findClaims(table, [String(owner['claim_id'])]) : [],
    original_claim_number === undefined ? [] : findClaimsByPayerControl(table, original_claim_number),
  ]);
  const around: RelatedClaims = {
    ...namesakes,
    ...(sameContent[0] && { sameContent: sameContent[0] }),
    originals: originals.filter((claim) => billingProviderId(claim) === provider),
    hasUnmatchedPayments: awaitedKeys(patient_control_number).some((key) => known.has(nameOf(key))),
  };
  return { ...around, ...(await findReplacement(table, arrival, around)) };
}

/** The correction or void that holds what this one would take the place of. */
async function findReplacement(
  table: Table,
  { provider, original_claim_number, correction_for_payer: payer_id }: RelatedClaimsQuery,
  around: RelatedClaims,
): Promise<Pick<RelatedClaims, 'replacement'>> {
  if (payer_id === undefined) return {};
  const corrects = originalOf('7', around)?.id;
  const replaced = replacementTarget({
    frequency: '7',
    payer_id,
    billing_npi: provider,
    ...(corrects !== undefined && { corrects }),
    ...(original_claim_number !== undefined && { original_claim_number }),
  });
  if (replaced === undefined) return {};
  const holder = (await replacementStore(table).findHolders([replaced])).get(replaced);
  return holder === undefined ? {} : { replacement: { replaced, holder } };
}

type Namesakes = Pick<RelatedClaims, 'nextOrdinal' | 'sameNumber'>;

/** Read at a time, newest first: a number that stands for all claims of a sender must not be read to its end. */
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
    const same = items.filter((item) => item['patient_control_number'] === number);
    const claims = await findClaims(
      table,
      same.map((item) => String(item['claim_id'])),
    );
    sameNumber = [...claims.toReversed(), ...sameNumber];
    if (olderClaimsAreIrrelevant(sameNumber)) break;
  }
  return { nextOrdinal, sameNumber };
}

/** The content of a new claim and the ways by which it is found. */
export function newClaimActions(arrival: NewClaimWrite): TransactAction[] {
  const { claim, content } = arrival;
  return [
    contentAction(claim.id, content),
    putNumber(arrival),
    ...(claim.patient_control_number.length > keptPcnLength
      ? [
          {
            Put: { Item: { ...shortenedPcnKey(claim.patient_control_number, claim.id), claim_id: claim.id } },
          },
        ]
      : []),
    ...(arrival.ownsContent && claim.content_hash !== undefined
      ? [putContent(arrival, claim.content_hash)]
      : []),
  ];
}

/** Carries the lists of all claims and of those of a payer: it never changes, so neither do they. */
function putNumber({ claim, ordinal }: NewClaimWrite): TransactAction {
  const { id, patient_control_number, payer_id, billing_npi, received_at } = claim;
  const provider = billingProviderId(claim);
  return {
    Put: {
      Item: itemOf(
        {
          ...pcnKey(patient_control_number, provider, ordinal),
          ...payerReceiptKeys(payer_id, received_at, id),
          ...receiptKeys(received_at, id),
        },
        { claim_id: id, patient_control_number, billing_npi },
      ),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

function putContent({ claim, contentOwner }: NewClaimWrite, hash: string): TransactAction {
  const Item = { ...contentKey(hash), claim_id: claim.id };
  return contentOwner === undefined
    ? { Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } }
    : {
        Put: {
          Item,
          ConditionExpression: 'claim_id = :owner',
          ExpressionAttributeValues: { ':owner': contentOwner },
        },
      };
}
