import { chooseBatch } from '#claims/acknowledgments/choose-batch.ts';
import type { Batch } from '#claims/claims/batch.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { type Chains, currentChain, readChains, weightOf } from '#claims/claims/read-chains.ts';
import { deterministicId } from '#claims/deterministic-id.ts';
import { isUsableNumber } from '#claims/files/claim-lookup.ts';
import type { FileRun } from '#claims/files/file-run.ts';
import { acknowledgmentTime, writtenTime } from '#claims/files/file-time.ts';
import { type ItemOutcome, ItemQueue, type ItemRules } from '#claims/files/item-queue.ts';
import type { OpenResponse, ResponseReading } from '#claims/files/response-processor.ts';
import { findOrStore, finishResponse } from '#claims/files/stored-response.ts';
import { ClaimAcknowledgmentReader } from '#x12/277ca/claim-acknowledgment-set.ts';
import type { ClaimAcknowledgment, ClaimStatus, UnscopedStatus } from '#x12/277ca/model.ts';
import type { SetContext } from '#x12/engine/consumer.ts';
import { guide277ca } from '#x12/guides/277ca.ts';
import {
  type AcknowledgmentContext,
  applyStatus,
  type ClaimAcknowledgmentPorts,
  senderOf,
} from './apply-status.ts';
import { type StatusPolicy, type StatusView, saysRejected, statusTrigger } from './status-policy.ts';
import { statusRules } from './status-rules.ts';
import {
  acknowledgmentFacts,
  noStatuses,
  type StoredClaimAcknowledgment,
  unscopedResult,
} from './stored-claim-acknowledgment.ts';

/** The beginning of a 277CA. A set may hold several: `ordinal` counts them, from 1. */
interface AcknowledgmentHeader {
  readonly context: SetContext;
  readonly acknowledgment: ClaimAcknowledgment;
  readonly ordinal: number;
}

/** Processes 277CA; the unit is the status of a claim. */
export const claimAcknowledgments = (
  ports: ClaimAcknowledgmentPorts,
): ResponseReading<AcknowledgmentHeader, ClaimStatus, readonly UnscopedStatus[]> => ({
  kind: '277CA',
  unit: 'item',
  listen: (run, parts) => ({
    set(context) {
      if (context.guide !== guide277ca || !run.isSound(context)) return undefined;
      let ordinal = 0;
      let unscoped: UnscopedStatus[] = [];
      const reader = new ClaimAcknowledgmentReader({
        acknowledgment: (acknowledgment) => {
          unscoped = [];
          parts.begin({ context, acknowledgment, ordinal: ++ordinal }, context.set.offset);
        },
        status: (status) => parts.item(status),
        unscoped: (status) => unscoped.push(status),
        end: () => parts.end(unscoped),
      });
      return reader.open(context);
    },
  }),
  async open(run, header) {
    const { context, acknowledgment } = header;
    const { batch } = acknowledgment;
    const found = batch === undefined ? [] : await ports.batches.findByReference(batch);
    const timeZone = timeZoneOf(ports, header);
    const identity = { id: idOf(header), digest: run.contentDigest(context) };
    const response = await findOrStore(run, ports.acknowledgments, identity, async (id, sameNumbersAs) => {
      // The choice is stored: batches that come later must not change it.
      const choice = chooseBatch(found, context, { acknowledged: new Set() });
      const batchIds = 'batch' in choice ? [choice.batch.id] : [];
      const stored = newAcknowledgment(id, run, header, batchIds, timeZone);
      return { ...stored, ...(sameNumbersAs !== undefined && { same_numbers_as: sameNumbersAs }) };
    });
    const batches = found.filter(({ id }) => response.batch_ids.includes(id));
    return openAcknowledgment(run, ports, contextOf(run, header, response, batches, timeZone));
  },
});

function openAcknowledgment(
  run: FileRun,
  ports: ClaimAcknowledgmentPorts,
  context: AcknowledgmentContext,
): OpenResponse<ClaimStatus, readonly UnscopedStatus[]> {
  const statusQueue = new ItemQueue(run, statusRules(ports, context), context.acknowledgment, {
    before: 0,
    unitsPerItem: 1,
    positionAfter: ({ position }) => position.offset,
  });
  const listedProviders = new Set<string>();
  const payerNumbers = new Set<string>();
  let statuses = 0;
  /** Whether the 277CA has a status for each claim of the batch, or of the billing provider. */
  const lists = ({ level, about }: UnscopedStatus): boolean =>
    level === '21' ? statuses > 0 : listedProviders.has(about?.id ?? '');
  return {
    async take(status, isApplied) {
      listedProviders.add(status.billingProvider?.id ?? '');
      statuses++;
      if (isUsableNumber(status.numbers.ref_1k)) payerNumbers.add(status.numbers.ref_1k);
      if (isApplied) statusQueue.skip();
      else await statusQueue.add(status);
    },
    async close(unscoped) {
      const listed = await statusQueue.finish();
      await ports.postPaymentsUnder([...payerNumbers]);
      if (listed.state === 'applied') return;
      const unlisted = unscoped.filter((status) => !lists(status));
      const places = { before: statuses, unitsPerItem: 0, positionAfter: () => 0 } as const;
      const queue = new ItemQueue(run, unscopedRules(ports, context), listed, places);
      for await (const claim of rejectedWithoutList(ports, context, unlisted)) await queue.add(claim);
      await finishResponse(run, ports.acknowledgments, await queue.finish(), {
        units: 0,
        complete: (acknowledgment) => ({
          ...acknowledgment,
          counts: { ...acknowledgment.counts, unscoped: unscoped.length },
          unscoped_statuses: unscoped.slice(0, maxUnscoped).map(unscopedResult),
        }),
      });
    },
  };
}

/** More unscoped statuses are counted, but only kept in the archived file. */
const maxUnscoped = 200;

function contextOf(
  run: FileRun,
  { context: { group } }: AcknowledgmentHeader,
  acknowledgment: StoredClaimAcknowledgment,
  batches: readonly Batch[],
  sourceTimeZone: string | undefined,
): AcknowledgmentContext {
  const { id, processed, received_at, answered_at, written_at } = acknowledgment;
  // A clearinghouse passes files on with the times of the payer.
  const timesIn = (timeZone: string | undefined) =>
    sourceTimeZone !== undefined || timeZone === undefined
      ? { answered_at, written_at }
      : {
          answered_at: acknowledgmentTime(processed, group, received_at, timeZone),
          written_at: writtenTime(group, received_at, timeZone).written_at,
        };
  return {
    acknowledgment,
    batches,
    isInBatch: ({ batch_id, source }) =>
      batches.some(
        (batch) => batch_id === batch.id || (source.kind === 'file' && source.file_id === batch.file_id),
      ),
    factsFor: ({ timeZone }) => ({
      ...{ response: id, received_at, actor: run.actor, now: run.now() },
      sender: senderOf(acknowledgment),
      ...{ batch: acknowledgment.batch_ids[0], processed, written_on: acknowledgment.written_on },
      ...timesIn(timeZone),
    }),
  };
}

/** The time zone of the payer that the file names as its source or its sender. */
const timeZoneOf = (
  { policyOf }: ClaimAcknowledgmentPorts,
  { context: { interchange, group }, acknowledgment }: AcknowledgmentHeader,
): string | undefined =>
  [acknowledgment.source.id, group.sender, interchange.sender]
    .map((id) => (id === undefined ? undefined : policyOf(id).timeZone))
    .find((zone) => zone !== undefined);

/**
 * Senders number and trace their 277CA. One with number and time is the same in another envelope, in which a clearinghouse passes it
 * on once more.
 */
function idOf({ context, acknowledgment, ordinal }: AcknowledgmentHeader): string {
  const { interchange, group, set } = context;
  const { reference, created = '', createdTime = '', sourceTrace = '', processed = '' } = acknowledgment;
  const { batch = '', source } = acknowledgment;
  const { totals } = acknowledgmentFacts(context, acknowledgment);
  const numbers = [interchange.sender, interchange.controlNumber, group.controlNumber, set.controlNumber];
  const isNumbered = isUsableNumber(reference) && createdTime !== '';
  const issued = isNumbered ? [source.entity, source.id ?? group.sender, createdTime] : numbers;
  const trace = [reference, created, sourceTrace, processed, batch, JSON.stringify(totals)];
  return deterministicId('277CA', ...issued, ...trace, ordinal);
}

function newAcknowledgment(
  id: string,
  run: FileRun,
  { context, acknowledgment }: AcknowledgmentHeader,
  batch_ids: readonly string[],
  timeZone = 'UTC',
): StoredClaimAcknowledgment {
  const { group } = context;
  const { id: file_id, received_at } = run.file;
  return {
    ...{ id, kind: '277CA', state: 'applying', digest: run.contentDigest(context), applied: 0 },
    ...{ file_id, received_at },
    ...acknowledgmentFacts(context, acknowledgment),
    answered_at: acknowledgmentTime(acknowledgment.processed, group, received_at, timeZone),
    ...writtenTime(group, received_at, timeZone),
    application_sender: group.sender,
    batch_ids,
    counts: noStatuses,
    unscoped_statuses: [],
  };
}

/** A claim of the acknowledged batch, and rejections of its batch and billing providers that may apply to it. */
interface RejectedClaim {
  readonly claim_id: string;
  readonly rejections: readonly UnscopedStatus[];
}

/**
 * Reads the claims that unscoped rejections may be about: all claims of a batch that is rejected as a whole, or those of
 * one billing provider in it. Acceptances stay a summary.
 *
 * @param unlisted statuses of a batch or provider whose claims have no statuses
 */
async function* rejectedWithoutList(
  { batches }: ClaimAcknowledgmentPorts,
  context: AcknowledgmentContext,
  unlisted: readonly UnscopedStatus[],
): AsyncGenerator<RejectedClaim> {
  const rejections = unlisted.filter((status) => ['21', '19'].includes(status.level) && saysRejected(status));
  if (rejections.length === 0) return;
  for (const { id } of context.batches) {
    for await (const { reference, claims } of batches.claimsOf(id)) {
      if (reference.trim() !== context.acknowledgment.batch?.trim()) continue;
      for (const { claim_id } of claims) yield { claim_id, rejections };
    }
  }
}

const limits = { items: 36, weight: 72, size: Number.POSITIVE_INFINITY, matchedTogether: 36 };

interface FoundClaim extends RejectedClaim {
  readonly claim: Claim | undefined;
  readonly chains: Chains;
}

/** Applies unscoped rejections. The result is whether a rejection applies to the claim. */
const unscopedRules = (
  { acknowledgments, claims, policyOf }: ClaimAcknowledgmentPorts,
  context: AcknowledgmentContext,
): ItemRules<StoredClaimAcknowledgment, RejectedClaim, FoundClaim, boolean> => ({
  responses: acknowledgments,
  limits,
  weigh: ({ claim, chains }) => 1 + (claim === undefined ? 0 : weightOf(chains, [claim])),
  async match(items) {
    const found = await claims.findClaims(items.map(({ claim_id }) => claim_id));
    const byId = new Map(found.map((claim) => [claim.id, claim]));
    const chains = await readChains(claims.findClaims, found);
    return items.map((item) => ({ ...item, claim: byId.get(item.claim_id), chains }));
  },
  decide: ({ claim, rejections, chains }, current, place) =>
    claim === undefined
      ? notReached
      : reject(
          current(claim),
          { rejections, chain: currentChain(chains, claim, current), place },
          policyOf,
          context,
        ),
  tally: ({ counts, ...acknowledgment }, reached) => ({
    ...acknowledgment,
    counts: { ...counts, fanned_out: counts.fanned_out + reached.filter((isReached) => isReached).length },
  }),
});

/** Rejects a claim once, by the last of the statuses, which is the closest to the claim. */
function reject(
  claim: Claim,
  {
    rejections,
    chain,
    place,
  }: Pick<RejectedClaim, 'rejections'> & { readonly chain: readonly Claim[]; readonly place: number },
  policyOf: ClaimAcknowledgmentPorts['policyOf'],
  { isInBatch, factsFor }: AcknowledgmentContext,
): ItemOutcome<boolean> {
  const policy = policyOf(claim.payer_id);
  const rejecting = rejections.filter((one) => isAbout(one, claim) && isRejection(viewOf(one), policy));
  const unscoped = rejecting.at(-1);
  if (unscoped === undefined || !isInBatch(claim)) return notReached;
  const status = { ...viewOf(unscoped), statuses: rejecting.map((one) => one.status) };
  const { changes } = applyStatus({ status, policy, n: place }, claim, chain, factsFor(policy));
  return { changes, read: chain, result: true, isMatched: true };
}

function isRejection(status: StatusView, policy: StatusPolicy): boolean {
  const trigger = statusTrigger(status, policy);
  return trigger === 'payer_rejected' || trigger === 'questioned';
}

const notReached: ItemOutcome<boolean> = { result: false, isMatched: true };

const viewOf = ({ status, ...unscoped }: UnscopedStatus): StatusView => ({ ...unscoped, statuses: [status] });

const isAbout = ({ level, about }: UnscopedStatus, claim: Claim): boolean =>
  level === '21' || (about?.id !== undefined && [claim.billing_npi, claim.tax_id].includes(about.id));
