import { compareText } from './chain.ts';
import type { Claim } from './claim.ts';
import type { ClaimChange } from './claim-change.ts';

type FindClaims = (ids: readonly string[]) => Promise<readonly Claim[]>;

/** The claims of the chain of each claim, by its id. */
export type Chains = ReadonlyMap<string, readonly Claim[]>;

/** The first claim of the chain of a claim. */
export const headOf = ({ id, chain = id }: Pick<Claim, 'id' | 'chain'>): string => chain;

/** Whether claims are original, corrections, voids and claims for later payers of one visit. */
export const areOneChain = (claims: readonly Claim[]): boolean => new Set(claims.map(headOf)).size === 1;

/**
 * Reads the chains of claims: for each claim all claims of its chain, itself included, in one order. A claim that is alone, as
 * most are, needs no read.
 */
export async function readChains(findClaims: FindClaims, claims: readonly Claim[]): Promise<Chains> {
  const known = new Map(claims.map((claim) => [claim.id, claim]));
  const fetch = async (ids: readonly string[]) => {
    const missing = [...new Set(ids)].filter((id) => !known.has(id));
    for (const claim of missing.length === 0 ? [] : await findClaims(missing)) known.set(claim.id, claim);
  };
  await fetch(claims.map(headOf));
  const heads = claims.flatMap((claim) => known.get(headOf(claim)) ?? []);
  await fetch(heads.flatMap(({ members = [] }) => members));
  return new Map(
    claims.map((claim) => {
      const head = known.get(headOf(claim)) ?? claim;
      const all = [head, ...(head.members ?? []).flatMap((id) => known.get(id) ?? [])];
      const chain = all.some(({ id }) => id === claim.id) ? all : [claim];
      return [claim.id, chain.toSorted((a, b) => compareText(a.id, b.id))];
    }),
  );
}

/** The chain of a claim, each claim as `current` returns it. */
export const currentChain = (
  chains: Chains,
  claim: Claim,
  current: (claim: Claim) => Claim,
): readonly Claim[] => (chains.get(claim.id) ?? [claim]).map(current);

export const chainsOf = (chains: Chains, claims: readonly Claim[]): readonly Claim[] =>
  claims.flatMap((claim) => chains.get(claim.id) ?? [claim]);

/** The claim as these changes leave it. */
export const latest = (changes: readonly ClaimChange[], claim: Claim): Claim =>
  changes.findLast(({ after }) => after.id === claim.id)?.after ?? claim;

/** Actions of a transaction that changes the chains of these claims: one for each claim. */
export const weightOf = (chains: Chains, claims: readonly Claim[]): number =>
  new Set(chainsOf(chains, claims).map(({ id }) => id)).size;

/** Claims that one ambiguous response puts in review at most, and those of their chains, which must not have changed meanwhile. */
const maxQuestioned = 24;
const maxQuestionedChains = 48;

/** The first of the claims that a response may be about: as many as one transaction takes with their chains. */
export function questionable(
  claims: readonly Claim[],
  chainOf: (claim: Claim) => readonly Claim[] = (claim) => [claim],
): readonly Claim[] {
  const known = new Set<string>();
  const taken: Claim[] = [];
  for (const claim of claims.slice(0, maxQuestioned)) {
    for (const { id } of chainOf(claim)) known.add(id);
    if (known.size > maxQuestionedChains) break;
    taken.push(claim);
  }
  return taken;
}

/**
 * The write of changes to claims.
 *
 * @param read claims that decided about the changes; those that do not change must be as they were read
 */
export const claimsWrite = (read: readonly Claim[], changes: readonly ClaimChange[]) =>
  ({ kind: 'claims', changes, unchanged: unchangedOf(read, changes) }) as const;

/** Those of the claims that no change concerns, each once. */
function unchangedOf(claims: readonly Claim[], changes: readonly ClaimChange[]): readonly Claim[] {
  const changed = new Set(changes.map(({ after }) => after.id));
  const others = claims.filter(({ id }) => !changed.has(id));
  return [...new Map(others.map((claim) => [claim.id, claim])).values()];
}
