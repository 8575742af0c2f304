import { retryOnConflict } from '#persistence/conflict.ts';
import type { FileListener, InterchangeAcknowledgment, InterchangeHeader } from '#x12/engine/consumer.ts';
import type { Batch } from '../../claim/batch.ts';
import { deterministicId } from '../../deterministic-id.ts';
import type { FileConsumer, FileRun, ResponseProcessor } from '../../files/file-run.ts';
import { codeOrMask } from '../engine/token.ts';
import { codeWithText, interchangeNotes } from './acknowledgment-codes.ts';
import { applyAnswer, type BatchVerdict, inDoubt, storeAnswer } from './apply-answer.ts';
import type { ClaimVerdict } from './batch-verdicts.ts';
import { chooseBatch } from './choose-batch.ts';
import type { EnvelopeAnswerPorts } from './store.ts';
import {
  type BatchMatch,
  noVerdicts,
  type StoredInterchangeAcknowledgment,
} from './stored-acknowledgment.ts';

/** Applies the TA1 of files, one unit for each: an interchange that is refused refuses all claims in it. */
export const applierTa1 = (ports: EnvelopeAnswerPorts): ResponseProcessor => ({
  kind: 'TA1',
  open: (run) => new ApplicationTa1(run, ports),
});

interface AnswerTa1 {
  readonly ta1: InterchangeAcknowledgment;
  readonly interchange: InterchangeHeader;
}

class ApplicationTa1 implements FileConsumer {
  readonly listener: FileListener;
  private readonly run: FileRun;
  private readonly ports: EnvelopeAnswerPorts;
  private readonly read: AnswerTa1[] = [];
  private seen = 0;

  constructor(run: FileRun, ports: EnvelopeAnswerPorts) {
    this.run = run;
    this.ports = ports;
    const skip = run.unitsApplied('TA1');
    this.listener = {
      interchangeAcknowledgment: (ta1, interchange) => {
        if (run.isSoundInterchange(interchange) && ++this.seen > skip) this.read.push({ ta1, interchange });
      },
    };
  }

  async drain(): Promise<void> {
    for (let next = this.read.shift(); next !== undefined; next = this.read.shift()) {
      const answer = next;
      await retryOnConflict(() => applyTa1(this.run, this.ports, answer));
    }
  }

  finish(): Promise<void> {
    return this.drain();
  }
}

async function applyTa1(run: FileRun, ports: EnvelopeAnswerPorts, answer: AnswerTa1): Promise<void> {
  const id = idOf(answer);
  const known = await ports.answers.find(id);
  if (known?.state === 'applied') {
    const actions = [ports.answers.linkToFile(run.file.id, known)];
    await run.commit('TA1', { units: 1, entries: [], writes: actions });
    return;
  }
  const found = await ports.batches.findByInterchange(answer.ta1.controlNumber);
  let stored = known;
  if (stored === undefined) {
    const { batches, match } = await choose(ports, answer, found);
    const created = newAnswer(id, run, answer, batches, match);
    await storeAnswer(run, ports, { answer: created, sets: [] });
    stored = created;
  }
  const batchIds = stored.batch_ids;
  const batches = found.filter((batch) => batchIds.includes(batch.id));
  const place = { from: answer.ta1.offset, to: answer.ta1.offset };
  const verdicts =
    stored.match.by === 'ambiguous'
      ? await doubtful(ports, answer, found, stored.match.candidates)
      : await verdictsOn(ports, answer, batches);
  await applyAnswer(run, ports, stored, verdicts, place);
}

/** What a TA1 refuses that fits several interchanges, all of them answered before, is in doubt. */
async function doubtful(
  ports: EnvelopeAnswerPorts,
  answer: AnswerTa1,
  found: readonly Batch[],
  candidates: readonly string[],
): Promise<readonly BatchVerdict[]> {
  const firsts = found.filter(({ id }) => candidates.includes(id));
  const batches = found.filter((batch) => firsts.some((first) => areTogether(batch, first)));
  const verdicts = await verdictsOn(ports, answer, batches);
  return verdicts.flatMap(({ batch, verdict }) => inDoubt(batch, [verdict], firsts.length));
}

const idOf = ({ ta1, interchange }: AnswerTa1): string =>
  deterministicId(
    'TA1',
    interchange.sender,
    interchange.controlNumber,
    ta1.controlNumber,
    ta1.date,
    ta1.time,
    ta1.code,
    ta1.note,
  );

/** An interchange may hold several groups: all that went out with the chosen one. */
async function choose(
  ports: EnvelopeAnswerPorts,
  { interchange }: AnswerTa1,
  found: readonly Batch[],
): Promise<{ batches: readonly Batch[]; match: BatchMatch }> {
  const answered = await ports.answers.findAnswered(
    found.map(({ id }) => id),
    'TA1',
  );
  const firsts = found.filter((batch, at) => found.findIndex((other) => areTogether(batch, other)) === at);
  const choice = chooseBatch(firsts, { interchange }, answered);
  if (!('batch' in choice)) return { batches: [], match: { by: choice.by, candidates: choice.candidates } };
  const batches = found.filter((batch) => areTogether(batch, choice.batch));
  return { batches, match: { by: choice.by, candidates: [] } };
}

const areTogether = (one: Batch, other: Batch): boolean =>
  one.direction === other.direction &&
  one.file_id === other.file_id &&
  one.submission_id === other.submission_id;

/** Acceptance of the envelope says nothing about claims yet: the 999 will. */
async function verdictsOn(
  ports: EnvelopeAnswerPorts,
  { ta1 }: AnswerTa1,
  batches: readonly Batch[],
): Promise<readonly BatchVerdict[]> {
  if (ta1.code !== 'R') return [];
  const errors = [`interchange ${codeWithText(interchangeNotes, codeOrMask(ta1.note))}`];
  const verdicts: BatchVerdict[] = [];
  for (const batch of batches) {
    for await (const { set, claims } of ports.batches.claimsOf(batch.id)) {
      for (const { claim_id, patient_control_number } of claims) {
        const place = { claim_id, patient_control_number, set };
        const verdict: ClaimVerdict = { ...place, verdict: 'rejected', role: 'collateral', errors };
        verdicts.push({ batch, verdict });
      }
    }
  }
  return verdicts;
}

const verdicts = { A: 'accepted', E: 'accepted', R: 'rejected' } as const;

function newAnswer(
  id: string,
  run: FileRun,
  { ta1, interchange }: AnswerTa1,
  batches: readonly Batch[],
  match: BatchMatch,
): StoredInterchangeAcknowledgment {
  const { code } = ta1;
  return {
    id,
    kind: 'TA1',
    state: 'applying',
    applied: 0,
    file_id: run.file.id,
    received_at: run.file.received_at,
    sender: interchange.sender,
    receiver: interchange.receiver,
    interchange_control_number: interchange.controlNumber,
    code,
    verdict: code === 'A' || code === 'E' || code === 'R' ? verdicts[code] : 'unknown',
    acknowledged: {
      interchange_control_number: ta1.controlNumber,
      date: ta1.date,
      time: ta1.time,
    },
    note: ta1.note,
    batch_ids: batches.map(({ id: batchId }) => batchId),
    match,
    findings: [],
    claim_counts: noVerdicts,
  };
}
