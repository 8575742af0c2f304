import { retryOnConflict } from '#persistence/conflict.ts';
import type { PayerProfile } from '#x12/837p/profile/payer-profile.ts';
import type { FileListener, SetContext } from '#x12/engine/consumer.ts';
import type { Finding } from '#x12/findings/finding.ts';
import type { RelatedClaims } from '../claim/related-claims.ts';
import type { KnownPayers } from '../entry/known-payers.ts';
import type { FileConsumer, FileRun } from '../files/file-run.ts';
import type { Survey } from '../files/survey.ts';
import type { ClaimAcknowledgmentWriter } from './claim-acknowledgment-writer.ts';
import { ClaimReader, type ReadClaim } from './claim-reader.ts';
import { composeWindow } from './compose-window.ts';
import { claimTooLong, type IncomingClaim, incomingClaim, isSurelyStorable } from './incoming-claim.ts';
import type { PendingClaims } from './pending-claims.ts';
import { type NewClaimStore, windowLength } from './window.ts';

/** What the intake of claims needs from outside. */
export interface ClaimIntakePorts {
  readonly store: NewClaimStore;
  /** The profile of a payer whose claims the state rules are for, by the payer's id. */
  profileOf(payerId: string): PayerProfile | undefined;
  readonly payers: KnownPayers;
  /** Whether claims for the payer are answered with a 277CA. */
  isAcknowledged(payerId: string): boolean;
  /** Remittances wait for these claims, which are stored now. */
  onClaimsStored(claimIds: readonly string[]): Promise<void>;
}

/** Windows that may wait to be written before reading pauses. */
const mostWaiting = 3;
/** A claim that finds its surroundings changed while it is written looks again, so many times. */
const attempts = 6;

/** Applies the claims of one file, window by window, while it is read. */
export class ClaimIntake implements FileConsumer {
  readonly listener: FileListener;
  private readonly run: FileRun;
  private readonly ports: ClaimIntakePorts;
  private readonly reading: ClaimReader;
  private readonly skip: number;
  private readonly answers: ClaimAcknowledgmentWriter;
  private readonly batches = new Set<string>();
  private arrived: IncomingClaim[] = [];
  private readonly recent: PendingClaims[] = [];
  private readonly waiting: Promise<void>[] = [];
  private tail: Promise<void> = Promise.resolve();

  constructor(run: FileRun, survey: Survey, ports: ClaimIntakePorts, answers: ClaimAcknowledgmentWriter) {
    this.run = run;
    this.ports = ports;
    this.answers = answers;
    this.skip = run.unitsApplied('837P');
    const profileOf = (context: SetContext) => this.profileOf(survey.payersOf(context), context);
    const profiles = new Set(survey.payers.flatMap((id) => ports.profileOf(id) ?? []));
    for (const receiver of survey.receivers) {
      const profile = ports.payers.profileOfReceiver(receiver);
      if (profile !== undefined) profiles.add(profile);
    }
    this.reading = new ClaimReader(
      {
        checks: { now: run.now(), fileName: run.file.name },
        late: survey.late,
        isSound: (context) => run.isSound(context),
        profileOf,
        isConfigured: (payerId) => ports.payers.isConfigured(payerId),
        onClaim: (read) => this.take(read),
      },
      [...profiles],
    );
    this.listener = this.reading.listener;
  }

  finding(finding: Finding): void {
    this.reading.finding(finding);
  }

  drain(): Promise<void> {
    return this.handOn(false);
  }

  async finish(): Promise<void> {
    await this.handOn(true);
    await this.tail;
  }

  /** That of a payer; where a payer is not configured, that of the program which the file is addressed to. */
  private profileOf(payers: readonly string[], { group }: SetContext): PayerProfile | undefined {
    const { ports } = this;
    const named = payers.flatMap((id) => ports.profileOf(id) ?? [])[0];
    if (named !== undefined || payers.every((id) => ports.payers.isConfigured(id))) return named;
    return ports.payers.profileOfReceiver(group.receiver);
  }

  private take(read: ReadClaim): void {
    const { interchange, group } = read.context;
    const batch = `${interchange.number}.${group.number}`;
    const opensBatch = !this.batches.has(batch);
    this.batches.add(batch);
    // What an earlier run has applied is read again only to come to the rest, and to say again what was left out.
    if (read.inFile <= this.skip && isSurelyStorable(read)) {
      this.answers.add(read, true);
      return;
    }
    const arrival = incomingClaim(read, { file: this.run.file, opensBatch, payers: this.ports.payers });
    this.answers.add(read, arrival.content !== undefined);
    if (arrival.content === undefined) this.run.refuse(claimTooLong(arrival));
    if (read.inFile > this.skip) this.arrived.push(arrival);
  }

  /** Hands full windows to the writer, and the last one too when all is read. */
  private async handOn(isLast: boolean): Promise<void> {
    for (;;) {
      const { count, isFull } = windowLength(this.arrived);
      if (count === 0 || !(isFull || isLast)) return;
      const window = this.arrived.splice(0, count);
      // Read ahead while the windows before are written; what those add is known from them.
      const ahead = this.ports.store.findRelatedClaims(window.map(({ keys }) => keys));
      ahead.catch(() => {});
      const written = this.tail.then(() => this.write(window, ahead));
      // Its failure is heard when it is waited for; until then it must not count as unheard.
      written.catch(() => {});
      this.tail = written;
      this.waiting.push(written);
      if (this.waiting.length > mostWaiting) await this.waiting.shift();
    }
  }

  private async write(
    window: readonly IncomingClaim[],
    ahead: Promise<readonly RelatedClaims[]>,
  ): Promise<void> {
    const { run, ports, recent } = this;
    // One time for both: a month that begins in between would hold claims that no list finds.
    const now = run.now();
    await ports.store.recordMonth(now.toISOString());
    let found: Promise<readonly RelatedClaims[]> | undefined = ahead;
    const { pending, claimsWithPayments } = await retryOnConflict(async () => {
      const related = await (found ?? ports.store.findRelatedClaims(window.map(({ keys }) => keys)));
      found = undefined;
      const composed = composeWindow(window, related, { run, now, recent });
      await run.commit('837P', composed.change);
      return composed;
    }, attempts);
    recent.push(pending);
    if (recent.length > mostWaiting + 1) recent.shift();
    if (claimsWithPayments.length > 0) await ports.onClaimsStored(claimsWithPayments);
  }
}
