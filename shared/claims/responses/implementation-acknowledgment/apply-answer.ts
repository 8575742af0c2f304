import type { Batch } from '../../claim/batch.ts';
import type { FileRun } from '../../files/file-run.ts';
import { applyChunk, chunksOf, finishAnswer, type Steps } from '../engine/answer-run.ts';
import { applyVerdict, type VerdictFacts } from './apply-verdict.ts';
import type { ClaimVerdict } from './batch-verdicts.ts';
import type { EnvelopeAnswerPorts } from './store.ts';
import type {
  StoredEnvelopeAcknowledgment,
  StoredSetAcknowledgment,
  VerdictCounts,
  VerdictResult,
} from './stored-acknowledgment.ts';

/** A verdict and the batch that its claim was sent in. */
export interface BatchVerdict {
  readonly batch: Pick<Batch, 'id' | 'direction'>;
  readonly verdict: ClaimVerdict;
  /** How many batches the acknowledgment fits alike, where that is more than one. */
  readonly candidates?: number;
}

/**
 * Verdicts on a batch that may be the one which the acknowledgment refuses: each refused claim is in doubt. An
 * acceptance that fits several batches says nothing of any.
 */
export const inDoubt = (
  batch: BatchVerdict['batch'],
  verdicts: readonly ClaimVerdict[],
  candidates: number,
): readonly BatchVerdict[] =>
  verdicts
    .filter(({ verdict }) => verdict !== 'accepted')
    .map(({ role, ...one }) => ({ batch, verdict: { ...one, verdict: 'unknown' }, candidates }));

/** A claim weighs an entry and itself, or an event; beside them stand the lanes, the answer and its results. */
const claimsAtOnce = 40;

/** What is stored with a new answer, before it is applied. */
export interface NewAnswer<Answer extends StoredEnvelopeAcknowledgment> {
  readonly answer: Answer;
  readonly sets: readonly StoredSetAcknowledgment[];
}

/** Stores an answer that has not come before, with its sets; nothing is applied yet. */
export async function storeAnswer<Answer extends StoredEnvelopeAcknowledgment>(
  run: FileRun,
  ports: EnvelopeAnswerPorts,
  { answer, sets }: NewAnswer<Answer>,
): Promise<void> {
  const { answers } = ports;
  for (const [n, part] of partsOf(sets).entries()) {
    await run.commit(answer.kind, { units: 0, entries: [], writes: [answers.putSets(answer.id, n, part)] });
  }
  await run.commit(answer.kind, {
    units: 0,
    entries: [],
    writes: [answers.put(answer, undefined), answers.linkToFile(run.file.id, answer)],
  });
}

/** Where an answer stands in its file. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Applies the verdicts of an answer from where an earlier run has left off, and counts it as one unit of the file.
 * The verdicts must be the same and in the same order each time.
 */
export async function applyAnswer(
  run: FileRun,
  ports: EnvelopeAnswerPorts,
  stored: StoredEnvelopeAcknowledgment,
  verdicts: readonly BatchVerdict[],
  { from, to }: ByteRange,
): Promise<StoredEnvelopeAcknowledgment> {
  let answer = stored;
  const steps = stepsOf(run, ports, answer);
  for (const { first, items } of chunksOf(verdicts, claimsAtOnce)) {
    run.setPosition(from + ((to - from) * (first + items.length)) / verdicts.length);
    answer = await applyChunk(run, steps, { record: answer, first, items, units: 0 });
  }
  run.setPosition(to);
  const actions = answer.batch_ids.flatMap((batchId) =>
    answeredKinds(answer).map((kind) => ports.answers.markAnswered(batchId, kind, answer.id)),
  );
  return finishAnswer(run, steps, answer, { units: 1, actions });
}

/** A TA1 that accepts is followed by a 999 for the same batch, one that refuses is not. */
const answeredKinds = ({
  kind,
  verdict,
}: StoredEnvelopeAcknowledgment): readonly StoredEnvelopeAcknowledgment['kind'][] =>
  kind === 'TA1' && verdict === 'rejected' ? ['TA1', '999'] : [kind];

function stepsOf(
  run: FileRun,
  { answers, claims }: EnvelopeAnswerPorts,
  { id, kind, received_at }: StoredEnvelopeAcknowledgment,
): Steps<StoredEnvelopeAcknowledgment, BatchVerdict, VerdictResult> {
  return {
    kind,
    book: answers,
    claims,
    async prepare(items) {
      const found = await claims.findClaims(items.map(({ verdict }) => verdict.claim_id));
      const byId = new Map(found.map((claim) => [claim.id, claim]));
      return ({ batch, verdict, candidates }, current) => {
        const claim = byId.get(verdict.claim_id);
        const facts = { ...factsOf(batch), ...(candidates !== undefined && { candidates }) };
        return applyVerdict(verdict, claim && current(claim), facts);
      };
    },
    tally: (answer, results) => ({ ...answer, claim_counts: plus(answer.claim_counts, results) }),
    keep: (_, first, results) => [answers.putVerdicts(id, first, results)],
  };

  function factsOf(batch: BatchVerdict['batch']): VerdictFacts {
    return {
      kind,
      acknowledgment_id: id,
      batch_id: batch.id,
      isOurs: batch.direction === 'sent',
      received_at,
      actor: run.actor,
      now: run.now(),
    };
  }
}

function plus(counts: VerdictCounts, results: readonly VerdictResult[]): VerdictCounts {
  const isCurrent = ({ outcome }: VerdictResult) => outcome !== 'superseded';
  const count = (matches: (result: VerdictResult) => boolean) =>
    results.filter((result) => isCurrent(result) && matches(result)).length;
  return {
    accepted: counts.accepted + count(({ verdict }) => verdict === 'accepted'),
    rejected: counts.rejected + count(({ verdict }) => verdict === 'rejected'),
    causes: counts.causes + count(({ role }) => role === 'cause'),
    unknown: counts.unknown + count(({ verdict }) => verdict === 'unknown'),
    superseded: counts.superseded + results.filter(({ outcome }) => outcome === 'superseded').length,
  };
}

/** Characters of JSON in one item, which holds 400 kB. */
const mostCharacters = 200_000;

function partsOf(sets: readonly StoredSetAcknowledgment[]): readonly (readonly StoredSetAcknowledgment[])[] {
  const parts: StoredSetAcknowledgment[][] = [];
  let open: StoredSetAcknowledgment[] = [];
  let length = 0;
  for (const set of sets) {
    const size = JSON.stringify(set).length;
    if (open.length > 0 && length + size > mostCharacters) {
      parts.push(open);
      open = [];
      length = 0;
    }
    open.push(set);
    length += size;
  }
  return open.length > 0 ? [...parts, open] : parts;
}
