import { Countdown } from './countdown.ts';
import { Durations } from './durations.ts';
import { Reservations } from './reservations.ts';
import { maxTurn, type Reservation, type SeenHead, type Turn, turnTransactions, usualTurn } from './turn.ts';

/** Milliseconds for which the turn of another writer makes it a rival. */
const memory = 5000;

/** Milliseconds after which a patient writer waits no longer than a prompt one. */
const maxPatience = 10_000;

/** Requests that fit between the end of a turn and the first one of a patient writer. Prompt writers use this gap. */
const gap = 2.5;

/** Requests that fit into the longest random pause of a patient writer without lost races. */
const basePause = 8;

/** A lost race doubles the pause, four reservations of others do, and two won races halve it. */
const loss = 1;
const taken = 0.25;
const win = 0.5;
const maxLevel = 3;

/** Attempts that fit between two transactions of a turn. With more time between them, others go in between. */
const maxBetween = 1;

/** Turns of a writer that sees no other one, up to a pause. */
const turnsBeforePause = 4;

/** The time of so many attempts without other writers makes a writer alone. */
const attemptsAlone = 20;

/** A turn declares more time than its commits take on average, so that a slow commit does not end it. */
const margin = 1.3;

export interface TurnSettings {
  readonly now: () => Date;
  /** At least 0 and below 1. */
  readonly random: () => number;
}

/** A transaction that waits. */
export interface Waiting {
  /** Whether prompt writers go first. */
  readonly isPatient: boolean;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/**
 * The turns at the head of a chain, as one writer sees them. A turn lasts for the time that its head declares, counted from
 * the first read of this head, so no clocks of different machines are compared. The turn of a dead writer ends by that.
 *
 * A prompt writer attempts at the end of a turn. A patient one listens for a gap, counts down a random pause, and then reserves
 * the head, as stations on a radio channel do (IEEE 802.11, EDCA and RTS). So what collides are reservations, which are cheap.
 */
export class TurnTaking {
  readonly #writer = crypto.randomUUID().slice(0, 8);
  readonly #settings: TurnSettings;
  /** When a turn of another writer was seen last, and when a commit of another one was. */
  #otherTurnAt = Number.NEGATIVE_INFINITY;
  #otherAt = Number.NEGATIVE_INFINITY;
  #lostAt = Number.NEGATIVE_INFINITY;
  readonly #countdown = new Countdown();
  #seen = { sequence: -1, at: 0 };
  readonly #durations = new Durations();
  readonly #reservations: Reservations;
  #committedAt: number | undefined;
  #turnsAlone = 0;
  #level = 0;
  #continues = false;
  #beganAt: number | undefined;
  /** The head at the end of the last turn of this writer, and the pause in which others go first. */
  #served: { readonly hash: string; readonly pause: number } | undefined;
  #own: { readonly head: SeenHead; readonly began: number; readonly at: number } | undefined;

  constructor(settings: TurnSettings) {
    this.#settings = settings;
    this.#reservations = new Reservations(this.#writer, () => this.#now());
  }

  /** The head that this writer stored, while its turn lasts. */
  get ownHead(): SeenHead | undefined {
    const own = this.#own;
    return own !== undefined && this.#now() <= own.at + leftOf(own.head) ? own.head : undefined;
  }

  /** Whether other writers take turns. */
  get hasRivals(): boolean {
    return this.#now() - this.#otherTurnAt < memory;
  }

  /** Whether the head declares that another writer continues. */
  isTaken(head: SeenHead): boolean {
    return leftOf(head) > 0 && this.#isOther(head);
  }

  /** Records that a transaction begins to wait. */
  begin(): void {
    const now = this.#now();
    this.#beganAt ??= now;
    if (this.#continues && this.#committedAt !== undefined)
      this.#durations.continuedAfter(now - this.#committedAt);
    this.#committedAt = undefined;
  }

  /** Records a read of the head or a reservation, which began at this time. */
  requested(began: number): void {
    this.#durations.requested(this.#now() - began);
  }

  /**
   * The reservation to make before a transaction from this head; undefined if none is needed. Runs over files make one until they
   * know that they are alone, others only among rivals.
   */
  reservationAt(head: SeenHead, { isPatient }: Waiting): Reservation | undefined {
    const isNeeded = isPatient ? this.#mayHaveOthers : this.hasRivals || this.#now() - this.#lostAt < memory;
    if (this.#isOwn(head) || !isNeeded) return undefined;
    return this.#reservations.make(head, isPatient, this.#durations.attempt);
  }

  /** The last reservation of another writer, if its time is over. */
  expiredAt(head: SeenHead): Reservation | undefined {
    return this.#reservations.expiredAt(head);
  }

  /** Records that another writer has reserved a head. */
  taken(by: Reservation): void {
    const now = this.#now();
    this.#otherAt = now;
    if (by.patient) this.#otherTurnAt = now;
    this.#level = Math.min(maxLevel, this.#level + taken);
    this.#reservations.saw(by);
  }

  /** Milliseconds to wait before the head is read again. 0 if an attempt may begin. */
  waitAt(head: SeenHead, { isPatient, since }: Waiting): number {
    if (this.#isOwn(head)) return 0;
    const now = this.#now();
    const isNew = head.sequence !== this.#seen.sequence;
    if (isNew && this.#seen.sequence >= 0) this.#otherAt = now;
    if (isNew || now < this.#seen.at) this.#seen = { sequence: head.sequence, at: now };
    if (head.turn !== undefined && this.#isOther(head)) this.#otherTurnAt = now;
    const left = Math.max(0, leftOf(head) - (now - this.#seen.at), this.#reservations.waitAt(head));
    if (!isPatient || now - since > maxPatience) {
      // The turn had begun before its head was read.
      return left > 0 ? Math.max(1, left - this.#settings.random() * 0.5 * this.#durations.request) : 0;
    }
    if (head.hash === this.#served?.hash) return Math.max(0, this.#served.pause - (now - this.#seen.at));
    // Without turns the head moves too often for a gap.
    const isEnd = isNew && head.turn !== undefined;
    if (left === 0 && !(isEnd && this.#countdown.isRunning)) return 0;
    if (this.#countdown.isRunning) this.#countdown.stopAt(now - this.#ageOf(head));
    else this.#countdown.set(this.#newPause());
    const idle = left + gap * this.#durations.request;
    return Math.ceil(idle + this.#countdown.runFrom(now + idle));
  }

  /**
   * Returns the advice to store with the next transaction.
   *
   * @param from the head of the transaction
   * @param following transactions that this writer makes right after it; undefined for a single one
   */
  adviceAfter(from: SeenHead, following: number | undefined): Turn | undefined {
    this.#continues = following !== undefined && following > 0;
    if (following === undefined) return undefined;
    const now = this.#now();
    const own = this.#isOwn(from) ? this.#own : undefined;
    const turn = Math.min(maxTurn, Math.max(usualTurn, turnTransactions * this.#durations.attempt));
    const rest = turn - (now - (own?.began ?? now)) - this.#durations.attempt;
    const { attempt, between } = this.#durations;
    const cadence = between + attempt;
    const hasNext = following > 0 && rest >= cadence && between <= maxBetween * this.#durations.attempt;
    const left = hasNext ? Math.min(rest, following * cadence * margin) : 0;
    return own === undefined && left === 0 ? undefined : { writer: this.#writer, left: Math.ceil(left) };
  }

  /**
   * Records a commit.
   *
   * @param from the head before it
   * @param began when the attempt began, milliseconds since 1970
   */
  committed(from: SeenHead, to: SeenHead, began: number): void {
    const now = this.#now();
    this.#durations.committed(now - began);
    const own = from.hash === this.#own?.head.hash ? this.#own : undefined;
    if (own === undefined) this.#level = Math.max(0, this.#level - win);
    this.#committedAt = now;
    this.#seen = { sequence: to.sequence, at: now };
    const isEnd = own !== undefined && leftOf(to) === 0;
    this.#served = isEnd ? { hash: to.hash, pause: Math.ceil(this.#yield()) } : undefined;
    this.#own = leftOf(to) > 0 ? { head: to, began: own?.began ?? began, at: now } : undefined;
    this.#countdown.clear();
  }

  /** Records a lost race. It ends a turn of this writer only if the head has moved. */
  lost(began: number, isMoved: boolean): void {
    this.#durations.lost(this.#now() - began);
    this.#otherAt = this.#now();
    this.#lostAt = this.#now();
    this.#level = Math.min(maxLevel, this.#level + loss);
    if (isMoved) this.#own = undefined;
    // This writer was among the next.
    this.#countdown.set(this.#newPause() / 2);
  }

  #isOwn(head: SeenHead): boolean {
    return head.hash === this.ownHead?.hash;
  }

  /** Whether other writers were seen a short time ago, or this one has not been there for so long. */
  get #mayHaveOthers(): boolean {
    const quiet = this.#now() - Math.max(this.#otherAt, this.#beganAt ?? this.#now());
    return quiet < Math.min(memory, attemptsAlone * this.#durations.attempt);
  }

  #newPause(): number {
    return this.#settings.random() * basePause * 2 ** this.#level * this.#durations.request;
  }

  /** The pause after a turn, in which others go first. A writer that sees none still pauses now and then, for those that wait. */
  #yield(): number {
    const isAlone = this.#now() - this.#otherAt >= memory;
    this.#turnsAlone = isAlone ? this.#turnsAlone + 1 : 0;
    if (isAlone && this.#turnsAlone % turnsBeforePause > 0) return 0;
    return gap * this.#durations.request + (isAlone || this.hasRivals ? this.#newPause() : 0);
  }

  /** Milliseconds from the begin of the turn to the response with its head, approximately. */
  #ageOf(head: SeenHead): number {
    return (
      this.#durations.attempt / 2 +
      (leftOf(head) > 0 ? Math.max(0, usualTurn - leftOf(head)) : this.#durations.attempt / 2)
    );
  }

  #isOther({ turn }: SeenHead): boolean {
    return turn?.writer !== this.#writer;
  }

  #now(): number {
    return this.#settings.now().getTime();
  }
}

/** Bounded, because anyone with access to the table can write the advice. */
const leftOf = ({ turn }: SeenHead): number => Math.min(maxTurn, Math.max(0, turn?.left ?? 0));
