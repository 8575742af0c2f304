import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '#audit/entries/canonical-json.ts';
import type { Claim } from './claim.ts';
import { type ChangeFacts, type ClaimChange, type ClaimPatch, claimChange } from './claim-change.ts';
import { withState } from './claim-view.ts';
import {
  type Adjudication,
  type Answer,
  type ClaimId,
  claimId,
  type Fact,
  type FactKey,
  type KeptFact,
} from './facts.ts';
import { factsOf } from './known-facts.ts';
import { type Chains, currentChain, headOf } from './read-chains.ts';
import { type ClaimState, stateOf } from './state.ts';

/** What happened to one claim of a chain. */
export interface NewFacts {
  readonly claim: string;
  readonly facts: readonly KeptFact[];
  readonly patch?: ClaimPatch;
  /** The audit entry, by what the facts do to the claim. */
  entry(
    before: Claim,
    after: Claim,
    state: ClaimState | undefined,
  ): { readonly type: string; readonly payload?: Payload };
}

type Payload = Readonly<Record<string, JsonValue | undefined>>;

export interface FoldedChain {
  readonly changes: readonly ClaimChange[];
  /** The claims of the chain after the changes. */
  readonly claims: readonly Claim[];
  readonly states: ReadonlyMap<ClaimId, ClaimState>;
}

/**
 * Adds facts to claims of a chain, and derives all its claims again. A claim with facts that are known already does not change,
 * so that a response that is applied again has no effect.
 *
 * @param chain all claims of the chain, as they are now
 */
export function foldChain(
  chain: readonly Claim[],
  added: readonly NewFacts[],
  { actor, now, payload = {} }: ChangeFacts,
): FoldedChain {
  const at = now.toISOString();
  const given = new Map(added.map((one) => [one.claim, one]));
  const extended = chain.map((claim) => {
    const more = given.get(claim.id);
    return more === undefined ? claim : extend(claim, more);
  });
  const before = stateOf(new Set(chain.flatMap(factsOf)));
  const facts = new Set(extended.flatMap(factsOf));
  const states = stateOf(facts);
  const byKey = new Map<FactKey, Fact>([...facts].map((fact) => [fact.key, fact]));
  const changes = chain.flatMap((claim, n): ClaimChange[] => {
    const state = states.get(claimId(claim.id));
    const raw = extended[n] ?? claim;
    const folded = state === undefined ? raw : withState(raw, state, byKey, at);
    if (isDeepStrictEqual(folded, claim)) return [];
    const after = { ...folded, version: claim.version + 1, updated_at: at };
    const own = raw === claim ? undefined : given.get(claim.id);
    const { type, payload: details = {} } = own?.entry(claim, after, state) ?? {
      type: 'claim.chain_changed',
      payload: movedPayments(claimId(claim.id), before, states),
    };
    return [claimChange(after, type, { actor, now, payload: { ...payload, ...details } }, claim)];
  });
  const byId = new Map(changes.map(({ after }) => [after.id, after]));
  return { changes, claims: chain.map((claim) => byId.get(claim.id) ?? claim), states };
}

/** What a response states about a claim of a chain, and the claim before and after. */
export interface Stated<Fact> extends Omit<FoldedChain, 'claims'> {
  /** The statement, with the claim that it is about. */
  readonly fact: Fact;
  readonly before: Claim;
  readonly claim: Claim;
  readonly state: ClaimState | undefined;
}

/**
 * Adds what a response states to the claim of the chain that it is about.
 *
 * @param matched the claim that its numbers found
 * @throws RangeError if the chain lacks that claim
 */
export function addStatement<Fact extends Answer | Adjudication>(
  chain: readonly Claim[],
  matched: Fact,
  entryOf: (fact: Fact) => NewFacts['entry'],
  facts: ChangeFacts,
): Stated<Fact> {
  const about = claimId(memberAbout(chain, matched));
  const fact: Fact = { ...matched, claim: about };
  const before = chain.find(({ id }) => id === about);
  if (before === undefined) throw new RangeError('A chain has the claim that a response is about');
  const added = [{ claim: about, facts: [fact], entry: entryOf(fact) }];
  const { changes, claims, states } = foldChain(chain, added, facts);
  const claim = claims.find(({ id }) => id === about) ?? before;
  return { changes, states, fact, before, claim, state: states.get(about) };
}

/** Folds the chains of several claims; see {@link foldChain}. */
export const foldChains = (
  chains: Chains,
  current: (claim: Claim) => Claim,
  added: readonly (NewFacts & { readonly of: Claim })[],
  facts: ChangeFacts,
): readonly ClaimChange[] =>
  [...Map.groupBy(added, ({ of }) => headOf(of)).values()].flatMap((together) => {
    const [first] = together;
    return first === undefined
      ? []
      : foldChain(currentChain(chains, first.of, current), together, facts).changes;
  });

/** A new claim with the state by its own facts. */
export function withOwnState(claim: Claim): Claim {
  const facts = factsOf(claim);
  const state = stateOf(new Set(facts)).get(claimId(claim.id));
  const byKey = new Map(facts.map((fact) => [fact.key, fact]));
  return state === undefined ? claim : withState(claim, state, byKey, claim.received_at);
}

/** Returns the claim of the chain that a response is about, by the response and the known facts. */
function memberAbout(chain: readonly Claim[], fact: Answer | Adjudication): string {
  if (chain.length < 2) return fact.claim;
  const states = stateOf(new Set([...chain.flatMap(factsOf), fact]));
  for (const [id, { answers, adjudications }] of states) {
    const isHere =
      answers.some(({ answer }) => answer.key === fact.key) ||
      adjudications.some(({ adjudication }) => adjudication.key === fact.key);
    if (isHere) return id;
  }
  return fact.claim;
}

/** The claim with the facts that it does not have yet; the same claim if it has them all. */
function extend(claim: Claim, { facts, patch = {} }: NewFacts): Claim {
  const known = new Set((claim.facts ?? []).map(({ key }) => key));
  const fresh = facts.filter(({ key }) => !known.has(key));
  if (fresh.length === 0 && Object.keys(patch).length === 0) return claim;
  const all = [...(claim.facts ?? []), ...fresh];
  return { ...claim, ...patch, ...(all.length > 0 && { facts: all }) };
}

/** Payments that belong to another claim of the chain now. */
function movedPayments(
  id: ClaimId,
  before: ReadonlyMap<ClaimId, ClaimState>,
  after: ReadonlyMap<ClaimId, ClaimState>,
): Payload {
  const keysOf = (states: ReadonlyMap<ClaimId, ClaimState>) =>
    new Set((states.get(id)?.adjudications ?? []).map(({ adjudication }) => adjudication.key));
  const [had, has] = [keysOf(before), keysOf(after)];
  const all = new Set(
    [...before.values()].flatMap(({ adjudications }) => adjudications.map((one) => one.adjudication.key)),
  );
  const gained = [...has].filter((key) => !had.has(key) && all.has(key)).length;
  const lost = [...had].filter((key) => !has.has(key)).length;
  return {
    ...(gained > 0 && { payments_moved_here: gained }),
    ...(lost > 0 && { payments_moved_away: lost }),
  };
}
