import { maxReservation, type Reservation, type SeenHead } from './turn.ts';

/** A reservation lasts for so many times the average transaction, because a second transaction beside a slow one costs both. */
const reservedAttempts = 3;

/** The reservations of a head, as one writer sees them. */
export class Reservations {
  readonly #writer: string;
  readonly #now: () => number;
  /** The last reservation of another writer, and when it was seen. */
  #other: { readonly by: Reservation; readonly at: number } | undefined;

  /** @param now milliseconds since 1970 */
  constructor(writer: string, now: () => number) {
    this.#writer = writer;
    this.#now = now;
  }

  /** @param attempt milliseconds of a transaction on average */
  make({ sequence }: SeenHead, patient: boolean, attempt: number): Reservation {
    const left = Math.ceil(Math.min(maxReservation, reservedAttempts * attempt));
    return { writer: this.#writer, patient, sequence, left, id: crypto.randomUUID().slice(0, 8) };
  }

  /** Records the reservation of another writer. */
  saw(by: Reservation): void {
    if (this.#other?.by.id !== by.id) this.#other = { by, at: this.#now() };
  }

  /**
   * Milliseconds to wait for the last reservation of another writer. Most transactions take a third of the time that is reserved for
   * them. After that, the head is read now and then.
   */
  waitAt({ sequence }: SeenHead): number {
    const { by, at } = this.#other ?? {};
    if (by === undefined || at === undefined || by.sequence < sequence) return 0;
    const reserved = Math.min(maxReservation, Math.max(0, by.left));
    const usual = reserved / reservedAttempts;
    const age = this.#now() - at;
    return age < usual ? usual - age : Math.max(0, Math.min(reserved - age, usual / 2));
  }

  /** The last reservation of another writer, if its time is over. */
  expiredAt(head: SeenHead): Reservation | undefined {
    return this.waitAt(head) === 0 ? this.#other?.by : undefined;
  }
}
