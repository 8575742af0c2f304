import { createHash } from 'node:crypto';
import { retryOnConflict } from '#persistence/conflict.ts';
import type { ImplementationAcknowledgment } from '#x12/999/functional-group-response.ts';
import { listenForImplementationAcknowledgments } from '#x12/999/read-999.ts';
import type { FileListener, GroupHeader } from '#x12/engine/consumer.ts';
import type { Batch } from '../../claim/batch.ts';
import { deterministicId } from '../../deterministic-id.ts';
import type { FileConsumer, FileRun, ResponseProcessor } from '../../files/file-run.ts';
import { codeOrMask } from '../engine/token.ts';
import { verdictOf } from './acknowledgment-codes.ts';
import { applyAnswer, type BatchVerdict, type ByteRange, inDoubt, storeAnswer } from './apply-answer.ts';
import { type BatchSet, type BatchVerdicts, verdictsOnBatch } from './batch-verdicts.ts';
import { type BatchChoice, chooseBatch } from './choose-batch.ts';
import type { EnvelopeAnswerPorts } from './store.ts';
import {
  noVerdicts,
  type StoredEnvelopeAcknowledgment,
  type StoredImplementationAcknowledgment,
  storedSetAcknowledgment,
} from './stored-acknowledgment.ts';

/** Applies the 999 of files: one unit for each of their sets, which answer one functional group each. */
export const applier999 = (ports: EnvelopeAnswerPorts): ResponseProcessor => ({
  kind: '999',
  open: (run) => new Application999(run, ports),
});

/** A 999 set as read, with the header of the group that it stands in. */
interface Answer999 {
  readonly received: ImplementationAcknowledgment;
  readonly group: GroupHeader;
}

class Application999 implements FileConsumer {
  readonly listener: FileListener;
  private readonly run: FileRun;
  private readonly ports: EnvelopeAnswerPorts;
  private readonly skip: number;
  private readonly read: Answer999[] = [];
  private seen = 0;

  constructor(run: FileRun, ports: EnvelopeAnswerPorts) {
    this.run = run;
    this.ports = ports;
    this.skip = run.unitsApplied('999');
    let group: GroupHeader | undefined;
    const sets = listenForImplementationAcknowledgments((received) => {
      // What an earlier run has applied is passed over.
      if (++this.seen > this.skip && group !== undefined) this.read.push({ received, group });
    });
    this.listener = {
      set: (context) => {
        if (!run.isSound(context)) return undefined;
        group = context.group;
        return sets.set?.(context);
      },
    };
  }

  async drain(read: number): Promise<void> {
    for (let next = this.read.shift(); next !== undefined; next = this.read.shift()) {
      const answer = next;
      const range = {
        from: answer.received.position.offset,
        to: this.read[0]?.received.position.offset ?? read,
      };
      await retryOnConflict(() => apply999(this.run, this.ports, answer, range));
    }
  }

  async finish(): Promise<void> {}
}

async function apply999(
  run: FileRun,
  ports: EnvelopeAnswerPorts,
  answer: Answer999,
  range: ByteRange,
): Promise<void> {
  const id = idOf(answer);
  const known = await ports.answers.find(id);
  if (known?.state === 'applied') {
    const actions = [ports.answers.linkToFile(run.file.id, known)];
    await run.commit('999', { units: 1, entries: [], writes: actions });
    return;
  }
  // The choice is stored before anything follows from it: another look might choose another batch.
  const batchIds = known?.batch_ids ?? [];
  const choice = known === undefined ? await choose(ports, answer) : undefined;
  const batch = choice === undefined ? await batchWith(ports, answer, batchIds) : batchOf(choice);
  const verdict = batch && (await verdictOn(ports, answer, batch));
  let stored = known;
  if (stored === undefined) {
    const created = newAnswer(id, run, answer, choice, verdict);
    await storeAnswer(run, ports, {
      answer: created,
      sets: answer.received.sets.map(storedSetAcknowledgment),
    });
    stored = created;
  }
  const verdicts = batch
    ? (verdict?.claims ?? []).map((one): BatchVerdict => ({ batch, verdict: one }))
    : await doubtful(ports, answer, stored);
  await applyAnswer(run, ports, stored, verdicts, range);
}

/** What a 999 refuses that fits several batches, all of them answered before, is in doubt. */
async function doubtful(
  ports: EnvelopeAnswerPorts,
  answer: Answer999,
  { match }: Pick<StoredEnvelopeAcknowledgment, 'match'>,
): Promise<readonly BatchVerdict[]> {
  if (match.by !== 'ambiguous') return [];
  const found = await ports.batches.findByGroup(answer.received.controlNumber);
  const candidates = found.filter(({ id }) => match.candidates.includes(id));
  const verdicts: BatchVerdict[] = [];
  for (const batch of candidates) {
    const { claims } = await verdictOn(ports, answer, batch);
    verdicts.push(...inDoubt(batch, claims, candidates.length));
  }
  return verdicts;
}

/** The same answer has the same id, in whatever file it comes (x12/999.md section 4.8). */
function idOf({ received, group }: Answer999): string {
  const { interchange, setControlNumber, position, ...content } = received;
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  return deterministicId(
    '999',
    interchange.sender,
    interchange.controlNumber,
    group.controlNumber,
    setControlNumber,
    digest,
  );
}

async function choose(ports: EnvelopeAnswerPorts, { received, group }: Answer999): Promise<BatchChoice> {
  if (received.functionalId !== 'HC') return { by: 'not_claims', candidates: [] };
  const batches = await ports.batches.findByGroup(received.controlNumber);
  const answered = await ports.answers.findAnswered(
    batches.map(({ id }) => id),
    '999',
  );
  return chooseBatch(batches, { interchange: received.interchange, group }, answered);
}

const batchOf = (choice: BatchChoice): Batch | undefined => ('batch' in choice ? choice.batch : undefined);

async function batchWith(
  ports: EnvelopeAnswerPorts,
  { received }: Answer999,
  ids: readonly string[],
): Promise<Batch | undefined> {
  if (ids.length === 0) return undefined;
  const batches = await ports.batches.findByGroup(received.controlNumber);
  return batches.find(({ id }) => ids.includes(id));
}

async function verdictOn(
  { batches }: EnvelopeAnswerPorts,
  { received }: Answer999,
  batch: Batch,
): Promise<BatchVerdicts> {
  const sets = new Map<string, BatchSet['claims'][number][]>();
  for await (const part of batches.claimsOf(batch.id)) {
    const claims = sets.get(part.set) ?? [];
    claims.push(...part.claims);
    sets.set(part.set, claims);
  }
  return verdictsOnBatch(
    received,
    [...sets].map(([set, claims]) => ({ set, claims })),
  );
}

function newAnswer(
  id: string,
  run: FileRun,
  { received, group }: Answer999,
  choice: BatchChoice | undefined,
  verdict: BatchVerdicts | undefined,
): StoredImplementationAcknowledgment {
  const batch = choice && batchOf(choice);
  const { interchange, included, received: counted, acceptedCount } = received;
  return {
    id,
    kind: '999',
    state: 'applying',
    applied: 0,
    file_id: run.file.id,
    received_at: run.file.received_at,
    sender: interchange.sender,
    receiver: interchange.receiver,
    interchange_control_number: interchange.controlNumber,
    group_control_number: group.controlNumber,
    set_control_number: received.setControlNumber,
    code: received.code,
    verdict: verdictOf(received.code),
    errors: received.errors.map(codeOrMask),
    acknowledged: {
      functional_id: received.functionalId,
      group_control_number: received.controlNumber,
      version: received.version,
    },
    ...(included !== undefined && { sets_included: included }),
    ...(counted !== undefined && { sets_received: counted }),
    ...(acceptedCount !== undefined && { sets_accepted: acceptedCount }),
    batch_ids: batch ? [batch.id] : [],
    match: {
      by: choice?.by ?? 'none',
      candidates: choice && 'candidates' in choice ? choice.candidates : [],
    },
    findings: verdict?.findings ?? [],
    claim_counts: noVerdicts,
  };
}
