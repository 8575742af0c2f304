import type { UnscopedStatus } from '#x12/277ca/types.ts';
import type { Claim } from '../../claim/claim.ts';
import type { FileRun } from '../../files/file-run.ts';
import type { Effect, Steps } from '../engine/answer-run.ts';
import { applyStatus, statusCodeText } from './apply-status.ts';
import type { OpenAnswer } from './open-answer.ts';
import { type StatusPolicy, type StatusView, saysRejected, statusTrigger } from './status-policy.ts';
import type { StatusPorts } from './store.ts';
import type { StoredClaimAcknowledgment } from './stored-acknowledgment.ts';

/** A claim of the answered batch, and the statuses of its batch and billing providers that may reach it. */
export interface FannedOut {
  readonly claim_id: string;
  readonly refusals: readonly UnscopedStatus[];
}

/**
 * The claims that unscoped rejections are about (x12/277ca.md section 3): all of a batch that is answered as a whole,
 * or those of one billing provider in it. Only where the batch is known and its claims are not listed; acceptances
 * stay a summary.
 */
export async function fanOutOf({ batches }: StatusPorts, open: OpenAnswer): Promise<readonly FannedOut[]> {
  const refusals = open.unscoped.filter((unscoped) => mayReject(unscoped) && !open.lists(unscoped));
  if (refusals.length === 0) return [];
  const reached: FannedOut[] = [];
  for (const { id } of open.batches) {
    for await (const { reference, claims } of batches.claimsOf(id)) {
      if (reference.trim() !== open.record.batch?.trim()) continue;
      reached.push(...claims.map(({ claim_id }) => ({ claim_id, refusals })));
    }
  }
  return reached;
}

const mayReject = (status: UnscopedStatus): boolean =>
  (status.level === '21' || status.level === '19') && saysRejected(status);

/** How they are applied. */
export function fanOutSteps(
  run: FileRun,
  ports: StatusPorts,
  open: OpenAnswer,
): Steps<StoredClaimAcknowledgment, FannedOut, boolean> {
  const { id, received_at } = open.record;
  return {
    kind: '277CA',
    book: ports.answers,
    claims: ports.claims,
    async prepare(items) {
      const found = await ports.claims.findClaims(items.map(({ claim_id }) => claim_id));
      const byId = new Map(found.map((claim) => [claim.id, claim]));
      return ({ claim_id, refusals }, current) => {
        const claim = byId.get(claim_id);
        return claim === undefined ? notReached : effectOn(current(claim), refusals);
      };
    },
    tally: ({ counts, ...answer }, reached) => ({
      ...answer,
      counts: { ...counts, fanned_out: counts.fanned_out + reached.filter((isReached) => isReached).length },
    }),
  };

  /** Rejected once, however many statuses say so: by the last one, which is the closest to the claim. */
  function effectOn(claim: Claim, refusals: readonly UnscopedStatus[]): Effect<boolean> {
    const policy = ports.policyOf(claim.payer_id);
    const rejecting = refusals.filter((one) => isAbout(one, claim) && isRejection(viewOf(one), policy));
    const unscoped = rejecting.at(-1);
    if (unscoped === undefined || !open.isInBatch(claim)) return notReached;
    const status = { ...viewOf(unscoped), statuses: rejecting.map((one) => one.status) };
    const times = { ...open.timesFor(policy), received_at };
    const facts = { acknowledgment_id: id, ...times, actor: run.actor, now: run.now() };
    const { change, outcome } = applyStatus(status, claim, policy, facts, undefined);
    if (change !== undefined) return { claim, change, result: true, isMatched: true };
    const detail = { type: '277CA', code: statusCodeText(status), level: unscoped.level, outcome };
    const event = { at: received_at, kind: 'acknowledgment' as const, reference: id, detail };
    return { claim, event, result: true, isMatched: true };
  }
}

function isRejection(status: StatusView, policy: StatusPolicy): boolean {
  const trigger = statusTrigger(status, policy);
  return trigger === 'payer_rejected' || trigger === 'questioned';
}

const notReached: Effect<boolean> = { result: false, isMatched: true };

const viewOf = ({ status, ...unscoped }: UnscopedStatus): StatusView => ({ ...unscoped, statuses: [status] });

function isAbout({ level, about }: UnscopedStatus, claim: Claim): boolean {
  return level === '21' || (about?.id !== undefined && [claim.billing_npi, claim.tax_id].includes(about.id));
}
