import type { BatchLookup, ClaimLookup, ClaimsByNumber, NumberQuery } from '#claims/files/claim-lookup.ts';
import { getItems, nameOfKey } from '#store/dynamodb/items.ts';
import type { Table } from '#store/dynamodb/table.ts';
import {
  findAcceptances,
  findBatchesByGroup,
  findBatchesByInterchange,
  findBatchesByReference,
  readSetClaims,
} from './batch-records.ts';
import type { Claim } from './claim.ts';
import { keptPcnLength, pcnKey } from './claim-keys.ts';
import {
  findClaims,
  findClaimsByPayerControl,
  findClaimsByPcn,
  findClaimsByShortenedPcn,
} from './records.ts';

export const claimLookup = (table: Table): ClaimLookup => ({
  findClaims: (ids) => findClaims(table, ids),
  /**
   * Reads the first claim of each number by its key, many at once, because most numbers name one claim or none. Only numbers
   * with a second claim, and responses without a match, need queries.
   */
  async findByNumbers(lookUps) {
    const asked = lookUps.flatMap(({ numbers, provider }) =>
      provider === undefined ? [] : numbers.map((number) => ({ number, provider })),
    );
    const firsts = await claimIds(table, asked, 0);
    const known = asked.filter((one) => firsts.has(placeOf(one)));
    const [seconds, claims] = await Promise.all([
      claimIds(table, known, 1),
      findClaims(
        table,
        [...firsts.values()].filter((id) => id !== ''),
      ),
    ]);
    const byId = new Map(claims.map((claim) => [claim.id, claim]));
    return Promise.all(lookUps.map((lookUp) => claimsByNumber(lookUp)));

    async function claimsByNumber({ numbers, provider }: NumberQuery): Promise<ClaimsByNumber> {
      if (provider === undefined) return ofAllProviders(table, numbers);
      const found = new Map<string, readonly Claim[]>();
      for (const number of numbers) {
        const place = placeOf({ number, provider });
        const first = byId.get(firsts.get(place) ?? '');
        if (!firsts.has(place)) continue;
        const isAlone = first !== undefined && !seconds.has(place);
        const claims = isAlone ? [first] : await findClaimsByPcn(table, number, provider);
        if (claims.length > 0) found.set(number, claims);
      }
      return found.size > 0 ? found : ofAllProviders(table, numbers);
    }
  },
  async existByNumbers(numbers) {
    const found = await claimIds(
      table,
      numbers.filter(({ provider }) => provider !== ''),
      0,
    );
    return Promise.all(
      numbers.map(
        async (one) => found.has(placeOf(one)) || (await ofAllProviders(table, [one.number])).size > 0,
      ),
    );
  },
  findByPayerControl: (number) => findClaimsByPayerControl(table, number),
});

export const batchLookup = (table: Table): BatchLookup => ({
  findByGroup: (number) => findBatchesByGroup(table, number),
  findByInterchange: (number) => findBatchesByInterchange(table, number),
  findByReference: (reference) => findBatchesByReference(table, reference),
  acceptancesOf: (batchIds) => findAcceptances(table, batchIds),
  claimsOf: (batchId) => readSetClaims(table, batchId),
});

/** A patient control number of a billing provider. */
interface OwnNumber {
  readonly number: string;
  readonly provider: string;
}

const placeOf = ({ number, provider }: OwnNumber): string => JSON.stringify([number, provider]);

/** Ids of the n-th claims, from 0, with these numbers; empty if an edit has given the claim another number or provider. */
async function claimIds(
  table: Table,
  numbers: readonly OwnNumber[],
  n: number,
): Promise<ReadonlyMap<string, string>> {
  const keys = new Map(
    numbers.map(({ number, provider }) => {
      const key = pcnKey(number, provider, n);
      return [nameOfKey(key), key];
    }),
  );
  const items = await getItems(table, [...keys.values()]);
  const ids = new Map(
    items.map((item) => [nameOfKey(item), item['moved'] === true ? '' : String(item['claim_id'])]),
  );
  return new Map(
    numbers.flatMap((one) => {
      const id = ids.get(nameOfKey(pcnKey(one.number, one.provider, n)));
      return id === undefined ? [] : [[placeOf(one), id]];
    }),
  );
}

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
