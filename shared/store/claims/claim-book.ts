import type { BatchBook, ClaimBook, ClaimsByNumber, NumberLookUp } from '#claims/answers/ports.ts';
import type { Claim } from '#claims/claim.ts';
import { claimEventKey, keptPcnLength, pcnKey } from '../claims-keys.ts';
import type { Key } from '../commerce-keys.ts';
import { getItems, type Item } from '../items.ts';
import type { Table } from '../table.ts';
import {
  findBatchesByGroup,
  findBatchesByInterchange,
  findBatchesByReference,
  readSetClaims,
} from './batches.ts';
import {
  changeActions,
  findClaims,
  findClaimsByPayerControl,
  findClaimsByPcn,
  findClaimsByShortenedPcn,
} from './claims.ts';

/** The claims table as those see it who apply answers. */
export const claimBook = (table: Table): ClaimBook => ({
  findClaims: (ids) => findClaims(table, ids),
  findByNumbers: (lookUps) => findByNumbers(table, lookUps),
  arePresent: (numbers) => arePresent(table, numbers),
  findByPayerControl: (number) => findClaimsByPayerControl(table, number),
  changeActions,
  eventAction: (claimId, n, event) => ({
    Put: { Item: { ...claimEventKey(claimId, event.at, `${event.reference}#${n}`), ...event } },
  }),
});

export const batchBook = (table: Table): BatchBook => ({
  findByGroup: (number) => findBatchesByGroup(table, number),
  findByInterchange: (number) => findBatchesByInterchange(table, number),
  findByReference: (reference) => findBatchesByReference(table, reference),
  claimsOf: (batchId) => readSetClaims(table, batchId),
});

/**
 * Most numbers name one claim of the provider, or none. So the first claim under each is read by its known key, many
 * at once; only numbers that have a second one, and answers of which nothing was found, take queries.
 */
async function findByNumbers(
  table: Table,
  lookUps: readonly NumberLookUp[],
): Promise<readonly ClaimsByNumber[]> {
  const firsts = await claimIds(
    table,
    lookUps.flatMap((lookUp) => keysOf(lookUp, 0)),
  );
  const found = lookUps.flatMap((lookUp) => keysOf(lookUp, 0).filter((key) => firsts.has(nameOf(key))));
  const seconds = await claimIds(table, lookUps.flatMap((lookUp) => keysOf(lookUp, 1)).filter(hasFirst));
  const claims = new Map(
    (
      await findClaims(
        table,
        found.flatMap((key) => firsts.get(nameOf(key)) ?? []),
      )
    ).map((claim) => [claim.id, claim]),
  );
  return Promise.all(lookUps.map((lookUp) => claimsByNumber(lookUp)));

  function hasFirst(key: Key): boolean {
    return firsts.has(nameOf({ ...key, sk: key.sk.replace(/1$/, '0') }));
  }

  async function claimsByNumber(lookUp: NumberLookUp): Promise<ClaimsByNumber> {
    const { numbers, provider } = lookUp;
    if (provider === undefined) return ofAllProviders(table, numbers);
    const byNumber = new Map<string, readonly Claim[]>();
    for (const number of numbers) {
      const first = firsts.get(nameOf(pcnKey(number, provider, 0)));
      if (first === undefined) continue;
      const isShared = seconds.has(nameOf(pcnKey(number, provider, 1)));
      const claim = claims.get(first);
      byNumber.set(
        number,
        isShared ? await findClaimsByPcn(table, number, provider) : claim === undefined ? [] : [claim],
      );
    }
    return byNumber.size > 0 ? byNumber : ofAllProviders(table, numbers);
  }
}

async function arePresent(
  table: Table,
  numbers: readonly { readonly number: string; readonly provider: string }[],
): Promise<readonly boolean[]> {
  const known = numbers.filter(({ provider }) => provider !== '');
  const found = await claimIds(
    table,
    known.map(({ number, provider }) => pcnKey(number, provider, 0)),
  );
  return Promise.all(
    numbers.map(async ({ number, provider }) =>
      provider === ''
        ? (await findClaimsByPcn(table, number)).length > 0
        : found.has(nameOf(pcnKey(number, provider, 0))),
    ),
  );
}

function keysOf({ numbers, provider }: NumberLookUp, n: number): readonly Key[] {
  return provider === undefined ? [] : numbers.map((number) => pcnKey(number, provider, n));
}

/** Claim ids in the entries that exist under the keys. */
async function claimIds(table: Table, keys: readonly Key[]): Promise<ReadonlyMap<string, string>> {
  const unique = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
  const items = await getItems(table, unique);
  return new Map(items.map((item) => [nameOf(item), String(item['claim_id'])]));
}

const nameOf = ({ pk, sk }: Item | Key): string => JSON.stringify([pk, sk]);

async function ofAllProviders(table: Table, numbers: readonly string[]): Promise<ClaimsByNumber> {
  const byNumber = new Map<string, readonly Claim[]>();
  for (const number of numbers) {
    const whole = await findClaimsByPcn(table, number);
    const isCut = number.trim().length >= keptPcnLength;
    const claims = whole.length > 0 || !isCut ? whole : await findClaimsByShortenedPcn(table, number);
    if (claims.length > 0) byNumber.set(number, claims);
  }
  return byNumber;
}
