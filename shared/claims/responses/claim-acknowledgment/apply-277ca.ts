import { retryOnConflict } from '#persistence/conflict.ts';
import { ClaimAcknowledgmentReader } from '#x12/277ca/claim-acknowledgment-set.ts';
import type { ClaimAcknowledgment, ClaimStatus, UnscopedStatus } from '#x12/277ca/types.ts';
import type { FileListener, SetContext } from '#x12/engine/consumer.ts';
import { guide277ca } from '#x12/guides/277ca.ts';
import type { FileConsumer, FileRun, ResponseProcessor } from '../../files/file-run.ts';
import { applyChunk, chunksOf, finishAnswer } from '../engine/answer-run.ts';
import { refusedSetReason } from '../engine/refusal.ts';
import { fanOutOf, fanOutSteps } from './fan-out.ts';
import { type OpenAnswer, openAnswer } from './open-answer.ts';
import { mostStatuses, statusSteps } from './status-steps.ts';
import type { StatusPorts } from './store.ts';
import { unscopedResult } from './stored-acknowledgment.ts';

/** Applies the 277CA of files, one unit for each status of a claim. */
export const applier277ca = (ports: StatusPorts): ResponseProcessor => ({
  kind: '277CA',
  open: (run) => new Application277ca(run, ports),
});

/** Claims are looked up for several transactions at once. */
const lookedUpAtOnce = 4 * mostStatuses;
/** Results of one transaction are one item: as much text always fits, packed, and mostly a tenth of that is left. */
const mostCharacters = 350_000;
/** More unscoped statuses are counted, not kept: all are in the archived file. */
const mostUnscoped = 200;

/** What was read and waits to be applied, in file order. */
type Part =
  | {
      readonly kind: 'open';
      readonly context: SetContext;
      readonly acknowledgment: ClaimAcknowledgment;
      readonly ordinal: number;
    }
  | { readonly kind: 'status'; readonly status: ClaimStatus }
  | { readonly kind: 'unscoped'; readonly status: UnscopedStatus }
  | { readonly kind: 'end' };

class Application277ca implements FileConsumer {
  readonly listener: FileListener;
  private readonly run: FileRun;
  private readonly ports: StatusPorts;
  private readonly steps: ReturnType<typeof statusSteps>;
  private parts: Part[] = [];
  private open: OpenAnswer | undefined;
  /** Statuses that earlier runs have applied. */
  private skip: number;

  constructor(run: FileRun, ports: StatusPorts) {
    this.run = run;
    this.ports = ports;
    this.skip = run.unitsApplied('277CA');
    this.steps = statusSteps(run, ports);
    this.listener = { set: (context) => this.openSet(context) };
  }

  private openSet(context: SetContext) {
    if (context.guide !== guide277ca || !this.run.isSound(context)) return undefined;
    let ordinal = 0;
    const file = new ClaimAcknowledgmentReader({
      acknowledgment: (acknowledgment) => {
        this.parts.push({ kind: 'open', context, acknowledgment, ordinal: ++ordinal });
      },
      status: (status) => this.parts.push({ kind: 'status', status }),
      unscoped: (status) => this.parts.push({ kind: 'unscoped', status }),
      end: () => this.parts.push({ kind: 'end' }),
    });
    return file.open(context);
  }

  async drain(): Promise<void> {
    const { parts } = this;
    this.parts = [];
    for (const part of parts) await this.take(part);
  }

  finish(): Promise<void> {
    return this.drain();
  }

  private async take(part: Part): Promise<void> {
    const { open, run, ports } = this;
    switch (part.kind) {
      case 'open':
        this.open = await retryOnConflict(() =>
          openAnswer(run, ports, part.context, part.acknowledgment, part.ordinal),
        );
        if (this.open === undefined) this.refuse(part.context);
        break;
      case 'unscoped':
        open?.unscoped.push(part.status);
        break;
      case 'status':
        if (open !== undefined) await this.takeStatus(open, part.status);
        break;
      case 'end':
        if (open !== undefined) await this.close(open);
        this.open = undefined;
        break;
    }
  }

  private async takeStatus(open: OpenAnswer, status: ClaimStatus): Promise<void> {
    open.see(status);
    if (this.skip > 0) {
      this.skip--;
      open.first++;
      return;
    }
    open.waiting.push(status);
    if (open.waiting.length < lookedUpAtOnce) return;
    // One transaction stays behind: while it is written, the claims of what comes after are looked up.
    while (open.waiting.length > mostStatuses) await this.applyWaiting(open);
  }

  private async applyWaiting(open: OpenAnswer): Promise<void> {
    const steps = this.steps.of(open);
    steps.lookAhead(open.waiting);
    const next = open.waiting.slice(0, lengthOfChunk(open.waiting));
    const items = open.waiting.splice(0, await steps.fitting(next));
    this.run.setPosition(items.at(-1)?.position.offset ?? 0);
    const chunk = { record: open.record, first: open.first, items, units: items.length };
    open.record = await applyChunk(this.run, steps, chunk);
    open.first += items.length;
  }

  private async close(open: OpenAnswer): Promise<void> {
    while (open.waiting.length > 0) await this.applyWaiting(open);
    if (open.record.state === 'applied') return;
    await this.fanOut(open);
    await retryOnConflict(() => this.finishOne(open));
  }

  /** Another file that brings the same 277CA may have come here first. */
  private async finishOne(open: OpenAnswer): Promise<void> {
    const latest = (await this.ports.answers.find(open.record.id)) ?? open.record;
    if (latest.state === 'applied') return;
    const { counts, ...record } = latest;
    const applied = {
      ...record,
      counts: { ...counts, unscoped: open.unscoped.length },
      unscoped_statuses: open.unscoped.slice(0, mostUnscoped).map(unscopedResult),
    };
    await finishAnswer(this.run, { kind: '277CA', book: this.ports.answers }, applied, { units: 0 });
  }

  /** A rejection of a batch or of a billing provider, none of whose claims are listed, reaches all of them. */
  private async fanOut(open: OpenAnswer): Promise<void> {
    const items = await fanOutOf(this.ports, open);
    const steps = fanOutSteps(this.run, this.ports, open);
    for (const { first, items: some } of chunksOf(items, mostStatuses)) {
      const chunk = { record: open.record, first: open.seen + first, items: some, units: 0 };
      open.record = await applyChunk(this.run, steps, chunk);
    }
  }

  /** Its statuses are passed over and are no units: the numbers stand for the other ones for good, in every run. */
  private refuse(context: SetContext): void {
    const message = 'A 277CA with the same numbers and other statuses came before; this one is not applied';
    this.run.refuse(refusedSetReason(context, { code: 'differs_from_earlier', message }));
  }
}

/** How many of the statuses are applied with one transaction: at least one. */
function lengthOfChunk(statuses: readonly ClaimStatus[]): number {
  let characters = 0;
  const beyond = statuses.slice(0, mostStatuses).findIndex((status) => {
    characters += JSON.stringify(status).length;
    return characters > mostCharacters;
  });
  return beyond === -1 ? mostStatuses : Math.max(1, beyond);
}
