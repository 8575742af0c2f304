import type { Member } from './responses.ts';
import type { Right, RightClaim } from './situation.ts';

type Json = ReturnType<typeof JSON.parse>;

export interface OutcomeFacts {
  readonly claims: ReadonlyMap<string, Json>;
  /** Rows of the list of patient responsibility. */
  readonly owed: readonly Json[];
  readonly unmatched: readonly Json[];
  /** Entries `claim.payer_rejected` of the audit log. */
  readonly rejections: readonly Json[];
}

export interface ClaimOutcome {
  readonly lane: string;
  readonly paid: number;
  readonly reasons: readonly string[];
  readonly rejected: string | undefined;
  readonly says: readonly string[];
  readonly icn: string | undefined;
  readonly original: string | undefined;
}

export interface Outcome {
  readonly claims: Readonly<Partial<Record<Member, ClaimOutcome>>>;
  readonly owes: number;
  readonly credit: number;
  readonly review: boolean;
  readonly unmatched: number;
  readonly rejections: number;
}

/** What a person sees of the claims of a chain. */
export function outcomeOf(
  facts: OutcomeFacts,
  { ids: idOf, number }: { readonly ids: ReadonlyMap<Member, string>; readonly number: string },
): Outcome {
  const ids = [...idOf];
  const claims = ids.map(([member, id]) => [member, facts.claims.get(id)] as const);
  const own = new Set(ids.map(([, id]) => id));
  const numbers = new Set(claims.map(([, claim]) => claim?.patient_control_number));
  const dollars = (amounts: readonly number[]) =>
    amounts.reduce((total, amount) => total + Math.round(amount * 100), 0) / 100;
  return {
    claims: Object.fromEntries(claims.map(([member, claim]) => [member, claimOutcome(claim, number)])),
    owes: dollars(facts.owed.flatMap((row) => (own.has(row.claim_id) ? [row.patient_responsibility] : []))),
    credit: dollars(claims.map(([, claim]) => claim?.credit_balance ?? 0)),
    review: claims.some(([, claim]) => claim?.lane === 'review'),
    unmatched: facts.unmatched.filter((item) => numbers.has(item.patient_control_number?.replace(/Z$/, '')))
      .length,
    rejections: facts.rejections.filter(({ entity_id }) => own.has(entity_id)).length,
  };
}

const claimOutcome = (claim: Json, number: string): ClaimOutcome => ({
  lane: claim?.lane === 'review' ? (claim.lane_before ?? 'review') : claim?.lane,
  paid: claim?.paid ?? 0,
  reasons: (claim?.denial_reasons ?? [])
    .map((one: Json) => `${one.group} ${one.reason} ${one.amount}`)
    .toSorted(),
  rejected: rejectionOf(claim),
  says: textsOf(claim),
  // Numbers of payers end with that of the visit; chains of one situation differ in it alone.
  icn: claim?.payer_control_number?.replace(number, ''),
  original: claim?.original_claim_number?.replace(number, ''),
});

/** The code of a rejection that has its time, its reason and the acknowledgment that caused it. */
function rejectionOf(claim: Json): string | undefined {
  const { payer_rejected_at, payer_rejected_reason, payer_rejected_by_277ca_id } = claim ?? {};
  const isWhole = payer_rejected_at && payer_rejected_reason && payer_rejected_by_277ca_id;
  return isWhole ? claim.payer_rejected_status_code : undefined;
}

/** What the claim shows of its rejection. */
const textsOf = (claim: Json): readonly string[] =>
  Object.entries(claim ?? {}).flatMap(([name, value]) =>
    /reject(ed|ion)/.test(name) && !/_(at|id)$/.test(name) ? [JSON.stringify(value)] : [],
  );

/** The part of an outcome that is compared with what is right. */
export function comparable(outcome: Outcome, right: Right): object {
  const { claims, ...whole } = outcome;
  const { claim = {}, ...others } = rightClaims(right);
  const shown = Object.entries({ claim, ...others }).map(([member, expected]) => {
    const found = new Map(Object.entries(claims)).get(member);
    return [member, found && compared(found, expected)];
  });
  return { ...whole, ...Object.fromEntries(shown) };
}

function compared(found: ClaimOutcome, expected: RightClaim): object {
  const shown = Object.fromEntries(Object.keys(expected).map((key) => [key, Object(found)[key]]));
  const { says } = expected;
  if (says === undefined) return shown;
  const text = found.says.join(' ');
  return { ...shown, says: says.filter((one) => new RegExp(`\\b${one}\\b`).test(text)) };
}

/** What is right, with its defaults. */
export function expected(right: Right): object {
  const { owes = 0, credit = 0, review = false, unmatched = 0, rejections = 0 } = right;
  return { owes, credit, review, unmatched, rejections, ...rightClaims(right) };
}

function rightClaims(right: Right): Readonly<Partial<Record<Member, RightClaim>>> {
  const {
    correction,
    second,
    void: voided,
    next,
    owes,
    credit,
    review,
    unmatched,
    rejections,
    ...claim
  } = right;
  const all = { claim, correction, second, void: voided, next };
  return Object.fromEntries(
    Object.entries(all).flatMap(([member, one]) => (one ? [[member, { reasons: [], ...one }]] : [])),
  );
}

/** Denials of the chain that the report must show: those of its claims that are not closed. The refusal of a void denies no money. */
export const rightDenials = (right: Right): readonly string[] =>
  Object.entries(rightClaims(right))
    .flatMap(([member, { lane, reasons = [] }]) => (lane === 'closed' || member === 'void' ? [] : reasons))
    .toSorted();
