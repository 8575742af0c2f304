import { retryOnConflict } from '#persistence/conflict.ts';
import type { FileListener } from '#x12/engine/consumer.ts';
import type { Finding } from '#x12/findings/finding.ts';
import type { RelatedClaims } from '../claims/related-claims.ts';
import type { KnownPayers } from '../configuration/known-payers.ts';
import type { AcknowledgedPayers, ClaimAcknowledgmentWriter } from './claim-acknowledgment-writer.ts';
import { ClaimReader, type ReadClaim } from './claim-reader.ts';
import { type ComposedWindow, composeWindow } from './compose-window.ts';
import type { FileConsumer, FileRun } from './file-run.ts';
import {
  claimTooLong,
  type IncomingClaim,
  incomingClaim,
  isSurelyStorable,
  type NewClaimStore,
  windowLength,
} from './incoming-claim.ts';
import type { PayerProfiles } from './sound-sets.ts';
import type { Survey } from './survey.ts';

export interface ClaimIntakePorts extends AcknowledgedPayers, PayerProfiles {
  readonly store: NewClaimStore;
  readonly payers: KnownPayers;
  /** Called with stored claims for which remittances hold unmatched payments. */
  onClaimsStored(claimIds: readonly string[]): Promise<void>;
}

/**
 * Windows that are written in one turn at the head of the chain. Writers of many files would otherwise race each other for each
 * window, because it takes longer to read one than to write it.
 */
const burstWindows = 3;

/** Windows that may wait for their write before reading pauses: a burst, and the next one. */
const maxWaiting = 2 * burstWindows - 1;

/** Attempts to store a window whose related claims change meanwhile. */
const attempts = 6;

/** Applies the claims of one file, window by window, while it is read. */
export class ClaimIntake implements FileConsumer {
  readonly listener: FileListener;
  private readonly run: FileRun;
  private readonly ports: ClaimIntakePorts;
  private readonly reading: ClaimReader;
  private readonly skip: number;
  private readonly acknowledgment: ClaimAcknowledgmentWriter;
  /** Interchange and group of the last claim. */
  private batch = '';
  private gathered: IncomingClaim[] = [];
  private readonly recent: Window[] = [];
  private readonly waiting: Promise<void>[] = [];
  private composing: Promise<unknown> = Promise.resolve();
  private tail: Promise<void> = Promise.resolve();
  /** Counts windows that were composed again. Those after them are composed again too. */
  private generation = 0;
  private burst = new Burst();
  /** Windows of complete bursts whose write has not begun. */
  private queued = 0;

  constructor(
    run: FileRun,
    survey: Survey,
    ports: ClaimIntakePorts,
    acknowledgment: ClaimAcknowledgmentWriter,
  ) {
    this.run = run;
    this.ports = ports;
    this.acknowledgment = acknowledgment;
    this.skip = run.unitsApplied('837P');
    this.reading = new ClaimReader(
      {
        checks: { now: run.now(), fileName: run.file.name },
        late: survey.late,
        isSound: (context) => run.isSound(context),
        profileOf: (context) => survey.profileOf(context),
        isConfigured: (payerId) => ports.payers.isConfigured(payerId),
        onClaim: (read) => this.take(read),
      },
      survey.profiles,
    );
    this.listener = this.reading.listener;
  }

  finding(finding: Finding): void {
    this.reading.finding(finding);
  }

  drain(): Promise<void> {
    return this.writeWindows(false);
  }

  async finish(): Promise<void> {
    await this.writeWindows(true);
    await this.tail;
  }

  private take(read: ReadClaim): void {
    const { interchange, group } = read.context;
    const batch = `${interchange.number}.${group.number}`;
    const opensBatch = batch !== this.batch;
    this.batch = batch;
    // A claim of an earlier run is acknowledged again, or reported again if it was left out.
    if (read.inFile <= this.skip && isSurelyStorable(read)) {
      this.acknowledgment.add(read, true);
      return;
    }
    const incoming = incomingClaim(read, { file: this.run.file, opensBatch, payers: this.ports.payers });
    this.acknowledgment.add(read, incoming.content !== undefined);
    if (incoming.content === undefined) this.run.refuse(claimTooLong(incoming));
    if (read.inFile > this.skip) this.gathered.push(incoming);
  }

  /** Starts to write full windows, and the last one at the end. */
  private async writeWindows(isLast: boolean): Promise<void> {
    for (;;) {
      const { count, isFull } = windowLength(this.gathered);
      if (isLast && count === 0) this.writeBurst();
      if (count === 0 || !(isFull || isLast)) return;
      const claims = this.gathered.splice(0, count);
      const window: Window = { claims, earlier: [...this.recent], related: this.findRelated(claims) };
      this.recent.push(window);
      if (this.recent.length > maxWaiting + 1) this.recent.shift();
      // Read and composed while earlier windows are written.
      const composed = this.composing.then(() => this.compose(window));
      const { burst } = this;
      const written = this.tail
        .then(() => burst.isComplete)
        .then(() => composed)
        .then(() => this.write(window));
      this.composing = composed;
      this.tail = written;
      // Failures are handled where `written` is awaited.
      for (const promise of [window.related, composed, written]) promise.catch(() => {});
      this.waiting.push(written);
      burst.windows++;
      if (burst.windows === burstWindows) this.writeBurst();
      if (this.waiting.length > maxWaiting) await this.waiting.shift();
    }
  }

  /** Lets the open burst be written as soon as its last window is composed. */
  private writeBurst(): void {
    this.queued += this.burst.windows;
    this.burst.complete(this.composing);
    this.burst = new Burst();
  }

  private findRelated(claims: Window['claims']): Promise<readonly RelatedClaims[]> {
    return this.ports.store.findRelatedClaims(claims.map(({ query }) => query));
  }

  private async compose(window: Window): Promise<DatedWindow> {
    const { run, generation } = this;
    const related = await window.related;
    // One time for month and claims, so that lists find claims received as a month begins.
    const now = run.now();
    const recent = window.earlier.flatMap(({ composed }) => composed?.pending ?? []);
    const composed = { ...composeWindow(window.claims, related, { run, now, recent }), now, generation };
    window.composed = composed;
    return composed;
  }

  private async write(window: Window): Promise<void> {
    const { run, ports } = this;
    this.queued--;
    let isFirst = true;
    const { claimsWithPayments } = await retryOnConflict(async () => {
      if (!isFirst) {
        window.related = this.findRelated(window.claims);
        this.generation++;
      }
      isFirst = false;
      const isCurrent = window.composed?.generation === this.generation;
      const composed = isCurrent && window.composed ? window.composed : await this.compose(window);
      await ports.store.recordMonth(composed.now.toISOString());
      await run.commit('837P', { ...composed.change, following: this.queued });
      return composed;
    }, attempts);
    window.earlier = [];
    if (claimsWithPayments.length > 0) await ports.onClaimsStored(claimsWithPayments);
  }
}

/** Windows that are written one right after the other. */
class Burst {
  windows = 0;
  readonly isComplete: Promise<unknown>;
  readonly #resolve: (composed: Promise<unknown>) => void;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.isComplete = promise;
    this.#resolve = resolve;
  }

  /** A window that cannot be composed does not keep those before it from being written. */
  complete(lastComposed: Promise<unknown>): void {
    this.#resolve(Promise.allSettled([lastComposed]));
  }
}

/** Claims that one transaction stores. */
interface Window {
  readonly claims: readonly IncomingClaim[];
  /** Windows that may have been stored after the related claims were read. Emptied when this one is stored. */
  earlier: readonly Window[];
  related: Promise<readonly RelatedClaims[]>;
  composed?: DatedWindow;
}

interface DatedWindow extends ComposedWindow {
  readonly now: Date;
  readonly generation: number;
}
