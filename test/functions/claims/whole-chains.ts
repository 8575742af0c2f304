import { expect } from '@jest/globals';
import type { Claim } from '#claims/claims/claim.ts';
import { walkClaims } from '#claims/claims/claim-list-records.ts';
import { foldChain } from '#claims/claims/fold-chain.ts';
import { headOf } from '#claims/claims/read-chains.ts';
import { figureChanges } from '#claims/reports/claim-figures.ts';
import { cohortPages } from '#claims/reports/cohort-records.ts';
import { figuresOf } from '#test/claims/kills/expected.ts';
import type { LocalStores } from '#test/claims/local-stores.ts';
import { laneFigures } from '#test/claims/stored.ts';

export async function everyClaim({ claims }: LocalStores): Promise<readonly Claim[]> {
  const found: Claim[] = [];
  for await (const page of walkClaims(claims)) found.push(...page);
  return found;
}

/**
 * Every member of a chain names a head that lists it, every head lists claims that exist, and every claim is stored as the facts of
 * its chain say.
 *
 * @returns number of chains
 */
export async function expectWholeChains(stores: LocalStores): Promise<number> {
  const claims = await everyClaim(stores);
  const chains = Map.groupBy(claims, headOf);
  const now = new Date();
  for (const [id, chain] of chains) {
    const head = chain.find((claim) => claim.id === id);
    const others = chain.filter((claim) => claim !== head).map((claim) => claim.id);
    expect([id, head?.id, head?.chain, ...(head?.members ?? []).toSorted()]).toEqual([
      ...[id, id, undefined],
      ...others.toSorted(),
    ]);
    const { changes } = foldChain(chain, [], { actor: 'test', now });
    expect(changes.map(({ before, after }) => ({ before, after }))).toEqual([]);
  }
  return chains.size;
}

/** Figures of lanes and reports are those of the claims. */
export async function expectFigures(stores: LocalStores): Promise<void> {
  const claims = await everyClaim(stores);
  expect(await laneFigures(stores)).toEqual(figuresOf(claims));
  const counted = sumsOf(
    figureChanges(claims.map((after) => ({ after }))).map(({ figures }) => Object.fromEntries(figures)),
  );
  const stored: Readonly<Record<string, number | bigint>>[] = [];
  for await (const page of cohortPages(stores.claims)) stored.push(...page.map(({ figures }) => figures));
  expect(sumsOf(stored)).toEqual(counted);
}

function sumsOf(all: readonly Readonly<Record<string, number | bigint>>[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [name, value] of all.flatMap((figures) => Object.entries(figures))) {
    sums.set(name, (sums.get(name) ?? 0n) + BigInt(value));
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0n).toSorted());
}
