import type { EntryDraft } from '#audit/entries/chain.ts';
import { Conflict, retryOnConflict } from '#persistence/conflict.ts';
import { RemittanceReader, type RemittanceSummary } from '#x12/835/remittance-set.ts';
import type { ClaimPayment, Remittance } from '#x12/835/types.ts';
import type { FileListener, SetContext } from '#x12/engine/consumer.ts';
import { guide835 } from '#x12/guides/835.ts';
import { maxPackedContent } from '../../claim/claim-content.ts';
import type { FileConsumer, FileRun, ResponseProcessor } from '../../files/file-run.ts';
import { applyChunk, finishAnswer } from '../engine/answer-run.ts';
import { refusedSetReason } from '../engine/refusal.ts';
import { type OpenRemittance, openRemittance } from './open-remittance.ts';
import { postingSteps } from './posting-steps.ts';
import type { RemittancePorts } from './store.ts';
import { type StoredPayment, type StoredRemittance, summaryFacts } from './stored-remittance.ts';

/**
 * Applies the 835 of files, one unit for each claim of a remittance that is stored. A remittance is stored to its end
 * first: only then is it known whether it balances, and may be posted.
 */
export const applier835 = (ports: RemittancePorts): ResponseProcessor => ({
  kind: '835',
  open: (run) => new Application835(run, ports),
});

/** Claims that are stored with one write, and how many characters they may have. */
const storedAtOnce = 90;
const mostCharacters = 2_500_000;
/** Claims that are looked up together before they are posted. */
const readAtOnce = 120;
const attempts = 8;
/** Progress that a remittance makes while it is stored; the rest is made while it is posted. */
const shareOfStoring = 0.25;

/** What was read and waits to be applied, in file order. */
type Part =
  | { readonly kind: 'open'; readonly context: SetContext; readonly remittance: Remittance }
  | { readonly kind: 'claim'; readonly payment: ClaimPayment }
  | { readonly kind: 'end'; readonly summary: RemittanceSummary };

class Application835 implements FileConsumer {
  readonly listener: FileListener;
  private readonly run: FileRun;
  private readonly ports: RemittancePorts;
  private readonly steps: ReturnType<typeof postingSteps>;
  private parts: Part[] = [];
  private open: OpenRemittance | undefined;
  /** Claims of remittances that earlier runs have stored. */
  private skip: number;

  constructor(run: FileRun, ports: RemittancePorts) {
    this.run = run;
    this.ports = ports;
    this.skip = run.unitsApplied('835');
    this.steps = postingSteps(run, ports);
    this.listener = { set: (context) => this.openSet(context) };
  }

  private openSet(context: SetContext) {
    if (context.guide !== guide835 || !this.run.isSound(context)) return undefined;
    const file = new RemittanceReader({
      remittance: (remittance) => this.parts.push({ kind: 'open', context, remittance }),
      claim: (payment) => this.parts.push({ kind: 'claim', payment }),
      end: (summary) => this.parts.push({ kind: 'end', summary }),
    });
    return file.open(context);
  }

  async drain(read: number): Promise<void> {
    const { parts } = this;
    this.parts = [];
    for (const [index, part] of parts.entries()) {
      const next = parts[index + 1];
      await this.take(part, next?.kind === 'open' ? next.context.set.offset : read);
    }
  }

  async finish(): Promise<void> {}

  /** @param end byte up to which the file is read with it */
  private async take(part: Part, end: number): Promise<void> {
    const { open, run, ports } = this;
    switch (part.kind) {
      case 'open':
        this.open = await retryOnConflict(() => openRemittance(run, ports, part.context, part.remittance));
        if (this.open === undefined) this.refuse(part.context);
        break;
      case 'claim':
        if (open !== undefined) await this.takeClaim(open, part.payment);
        break;
      case 'end':
        if (open !== undefined) await this.close(open, part.summary, end);
        this.open = undefined;
        break;
    }
  }

  private async takeClaim(open: OpenRemittance, payment: ClaimPayment): Promise<void> {
    const stored = this.storable(open.storedOf(payment), payment, open);
    if (this.skip > 0) {
      this.skip--;
      open.first++;
      return;
    }
    const isTooMuch = open.characters + stored.content.length > mostCharacters;
    if (open.waiting.length > 0 && (open.waiting.length === storedAtOnce || isTooMuch))
      await this.store(open);
    const start = open.context.set.offset;
    open.end = start + (payment.position.offset - start) * shareOfStoring;
    open.waiting.push(stored);
    open.characters += stored.content.length;
  }

  private async store(open: OpenRemittance): Promise<void> {
    const { waiting, first } = open;
    this.run.setPosition(open.end);
    open.waiting = [];
    open.characters = 0;
    open.first += waiting.length;
    const units = waiting.length;
    for (let attempt = 1; ; attempt++) {
      const { record } = open;
      const isStored = record.state !== 'reading' || record.stored >= first + units;
      const after = { ...record, stored: first + units };
      const actions = isStored
        ? []
        : [
            ...this.ports.remittances.putPayments(waiting),
            this.ports.remittances.putReading(after, record.stored),
          ];
      try {
        await this.run.commit('835', { units, entries: [], writes: actions });
        if (!isStored) open.record = after;
        return;
      } catch (error) {
        if (!(error instanceof Conflict) || attempt === attempts) throw error;
        open.record = (await this.ports.remittances.find(record.id)) ?? record;
      }
    }
  }

  /**
   * A claim that no item can hold is stored without its content, and told: nothing of it can be posted. Every run
   * tells it, because one that is cut off tells nothing.
   */
  private storable(
    stored: StoredPayment,
    { position }: ClaimPayment,
    { context }: OpenRemittance,
  ): StoredPayment {
    if (stored.content.length <= maxPackedContent) return stored;
    const message = 'A claim of the remittance is too long to be stored';
    this.run.refuse(
      refusedSetReason(context, { code: 'claim_too_long', message }, { segment: 'CLP', position }),
    );
    return { ...stored, content: '' };
  }

  private async close(open: OpenRemittance, summary: RemittanceSummary, end: number): Promise<void> {
    if (open.waiting.length > 0) await this.store(open);
    await retryOnConflict(() => this.balance(open, summary));
    await retryOnConflict(() => this.post(open, end));
  }

  /**
   * All its claims are stored and their sums known: from here on they are posted. Another file that brings the same
   * remittance may have come here first.
   */
  private async balance(open: OpenRemittance, summary: RemittanceSummary): Promise<void> {
    const { run, ports } = this;
    const record = await this.latest(open);
    if (record.state !== 'reading') return;
    const known: StoredRemittance = { ...record, ...summaryFacts(summary), state: 'applying' };
    const entries = [receivedEntry(known, run.actor)];
    const actions = [ports.remittances.putReading(known, record.stored)];
    await run.commit('835', { units: 0, entries, writes: actions });
  }

  /** Its claims are passed over and are no units: the numbers stand for the other claims for good, in every run. */
  private refuse(context: SetContext): void {
    const message = 'A remittance with the same trace and other claims came before; this one is not applied';
    this.run.refuse(refusedSetReason(context, { code: 'differs_from_earlier', message }));
  }

  private async post(open: OpenRemittance, end: number): Promise<void> {
    const { run, ports, steps } = this;
    const start = open.context.set.offset;
    let record = await this.latest(open);
    steps.of(record);
    while (record.applied < record.claims) {
      const from = record.applied;
      const payments = await ports.remittances.readPayments(record.id, from + 1, readAtOnce);
      if (payments.length === 0) throw new RangeError('Claims of a remittance are missing');
      let first = from;
      for (const items of await steps.lookAhead(payments)) {
        const posted = (first + items.length) / record.claims;
        run.setPosition(start + (end - start) * (shareOfStoring + (1 - shareOfStoring) * posted));
        record = await applyChunk(run, steps, { record, first, items, units: 0 });
        first += items.length;
      }
    }
    if (record.state !== 'applied') await finishAnswer(run, steps, record, { units: 0 });
  }

  private async latest({ record }: OpenRemittance): Promise<StoredRemittance> {
    return (await this.ports.remittances.find(record.id)) ?? record;
  }
}

/** Numbers and sums; who was paid for stands in the remittance. */
const receivedEntry = (record: StoredRemittance, actor: string): EntryDraft => ({
  event_type: 'remittance.received',
  entity_type: 'remittance',
  entity_id: record.id,
  actor,
  payload: {
    file_id: record.file_id,
    amount: record.payment.amount / 100,
    claims: record.claims,
    charge: record.charge / 100,
    paid: record.paid / 100,
    balanced: record.balance?.balanced ?? false,
    provider_adjustments: record.provider_adjustments.length,
  },
});
