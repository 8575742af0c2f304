import type { ClaimAcknowledgment, ClaimStatus, UnscopedStatus } from '#x12/277ca/types.ts';
import type { SetContext } from '#x12/engine/consumer.ts';
import type { Batch } from '../../claim/batch.ts';
import type { Claim } from '../../claim/claim.ts';
import { deterministicId } from '../../deterministic-id.ts';
import type { FileRun } from '../../files/file-run.ts';
import { chooseBatch } from '../implementation-acknowledgment/choose-batch.ts';
import { answerTime, writingTime } from './recency.ts';
import type { StatusPolicy } from './status-policy.ts';
import type { StatusPorts } from './store.ts';
import {
  noStatuses,
  type StoredClaimAcknowledgment,
  storedParty,
  storedTotals,
} from './stored-acknowledgment.ts';

/** A 277CA while its statuses go by. */
export class OpenAnswer {
  record: StoredClaimAcknowledgment;
  /** The set that it is read from, which may be of another file than the record's. */
  readonly context: SetContext;
  readonly batches: readonly Batch[];
  /** Statuses that wait for the rest of their chunk, and the place of the first of them in the 277CA. */
  waiting: ClaimStatus[] = [];
  first = 0;
  readonly unscoped: UnscopedStatus[] = [];
  private readonly listedProviders = new Set<string>();
  /** Statuses that have gone by. */
  seen = 0;
  /** Zone of the payer that sends the file; undefined where the file comes from somebody else. */
  private readonly timeZone: string | undefined;

  constructor(
    record: StoredClaimAcknowledgment,
    context: SetContext,
    batches: readonly Batch[],
    timeZone?: string,
  ) {
    this.record = record;
    this.timeZone = timeZone;
    this.context = context;
    this.batches = batches;
  }

  /** Counts a status in, whether it is to be applied or was before. */
  see({ provider }: ClaimStatus): void {
    this.listedProviders.add(provider?.id ?? '');
    this.seen++;
  }

  /** When the statuses of a payer were given. A clearinghouse passes on files in the time of the payer. */
  timesFor({ timeZone }: StatusPolicy): {
    readonly answered_at: string;
    readonly written_at?: string | undefined;
  } {
    const { processed, received_at, answered_at, written_at } = this.record;
    if (this.timeZone !== undefined || timeZone === undefined) return { answered_at, written_at };
    const { group } = this.context;
    return {
      answered_at: answerTime(processed, group, received_at, timeZone),
      written_at: writingTime(group, timeZone),
    };
  }

  /** Whether claims of the batch, or of the billing provider, are listed one by one. */
  lists({ level, about }: UnscopedStatus): boolean {
    return level === '21' ? this.seen > 0 : this.listedProviders.has(about?.id ?? '');
  }

  readonly isInBatch = (claim: Claim): boolean =>
    this.batches.some(
      ({ id, file_id }) =>
        claim.batch_id === id || (claim.source.kind === 'file' && claim.source.file_id === file_id),
    );
}

/**
 * Finds the 277CA that begins, or stores it when it comes for the first time; nothing of it is applied by that. From
 * then on its numbers stand for these statuses, and statuses of others with the same numbers never come among them.
 *
 * @returns undefined when the numbers stand for other statuses
 */
export async function openAnswer(
  run: FileRun,
  ports: StatusPorts,
  context: SetContext,
  acknowledgment: ClaimAcknowledgment,
  ordinal: number,
): Promise<OpenAnswer | undefined> {
  const id = idOf(context, acknowledgment, ordinal);
  const digest = run.contentDigest(context);
  const known = await ports.answers.find(id);
  if (known !== undefined && known.digest !== digest) return undefined;
  const batches = await batchesOf(ports, context, acknowledgment, known);
  const timeZone = timeZoneOf(ports, context, acknowledgment);
  if (known !== undefined) {
    const links = known.file_id === run.file.id ? [] : [ports.answers.linkToFile(run.file.id, known)];
    if (links.length > 0) await run.commit('277CA', { units: 0, entries: [], writes: links });
    return new OpenAnswer(known, context, batches, timeZone);
  }
  const record = newAnswer(id, digest, run, context, acknowledgment, { batches, timeZone });
  const actions = [ports.answers.put(record, undefined), ports.answers.linkToFile(run.file.id, record)];
  await run.commit('277CA', { units: 0, entries: [], writes: actions });
  return new OpenAnswer(record, context, batches, timeZone);
}

/** The zone of the payer that the file names as its source or its sender. */
const timeZoneOf = (
  { policyOf }: StatusPorts,
  { interchange, group }: SetContext,
  { source }: ClaimAcknowledgment,
): string | undefined =>
  [source.id, group.sender, interchange.sender]
    .map((id) => (id === undefined ? undefined : policyOf(id).timeZone))
    .find((zone) => zone !== undefined);

/** What tells one 277CA from another: senders number and trace them. */
function idOf(
  { interchange, group, set }: SetContext,
  acknowledgment: ClaimAcknowledgment,
  ordinal: number,
): string {
  const { reference, created = '', sourceTrace = '', processed = '', batch = '' } = acknowledgment;
  return deterministicId(
    '277CA',
    interchange.sender,
    interchange.controlNumber,
    group.controlNumber,
    set.controlNumber,
    reference,
    created,
    sourceTrace,
    processed,
    batch,
    JSON.stringify(storedTotals(acknowledgment.totals)),
    ordinal,
  );
}

/** The batch that is answered; the choice is kept, because batches that come later must not change it. */
async function batchesOf(
  { batches }: StatusPorts,
  { interchange, group }: SetContext,
  { batch }: ClaimAcknowledgment,
  known: StoredClaimAcknowledgment | undefined,
): Promise<readonly Batch[]> {
  if (batch === undefined) return [];
  const found = await batches.findByReference(batch);
  if (known !== undefined) return found.filter(({ id }) => known.batch_ids.includes(id));
  const choice = chooseBatch(found, { interchange, group }, new Set());
  return 'batch' in choice ? [choice.batch] : [];
}

function newAnswer(
  id: string,
  digest: string,
  run: FileRun,
  { interchange, group, set }: SetContext,
  acknowledgment: ClaimAcknowledgment,
  {
    batches,
    timeZone = 'UTC',
  }: { readonly batches: readonly Batch[]; readonly timeZone: string | undefined },
): StoredClaimAcknowledgment {
  const { processed } = acknowledgment;
  return {
    id,
    kind: '277CA',
    state: 'applying',
    digest,
    applied: 0,
    file_id: run.file.id,
    received_at: run.file.received_at,
    sender: interchange.sender,
    receiver: interchange.receiver,
    interchange_control_number: interchange.controlNumber,
    group_control_number: group.controlNumber,
    set_control_number: set.controlNumber,
    answered_at: answerTime(processed, group, run.file.received_at, timeZone),
    written_at: writingTime(group, timeZone),
    reference: acknowledgment.reference,
    created: acknowledgment.created,
    source: storedParty(acknowledgment.source),
    source_trace: acknowledgment.sourceTrace,
    received: acknowledgment.received,
    processed,
    submitter: storedParty(acknowledgment.receiver),
    batch: acknowledgment.batch,
    batch_ids: batches.map((batch) => batch.id),
    totals: storedTotals(acknowledgment.totals),
    counts: noStatuses,
    unscoped_statuses: [],
  };
}
