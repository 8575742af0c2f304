import type { ChainHead } from '../entries/chain.ts';
import { type AuditEntry, expectedHash, genesisHash } from '../entries/entry.ts';

/** Kinds of damage to a chain. docs/audit.md explains each. */
export type FaultReason =
  | 'altered_field'
  | 'altered_hash'
  | 'broken_link'
  | 'missing_entry'
  | 'unexpected_entry'
  | 'truncated_end'
  | 'head_disagrees'
  | 'checkpoint_disagrees'
  | 'time_goes_back'
  | 'unknown_attribute';

/** The first damage to a chain. The detail names ids only. */
export interface Fault {
  readonly first_bad_id: number;
  readonly reason: FaultReason;
  readonly detail: string;
}

/** The fields of a verification that describe the first damage; null without any. */
export const faultFields = (found: Fault | undefined) => ({
  ok: !found,
  first_bad_id: found?.first_bad_id ?? null,
  reason: found?.reason ?? null,
  detail: found?.detail ?? null,
});

/** A stored row: `id` from its key and `entry` from its attributes, each undefined when unreadable. */
export interface StoredRow {
  readonly id: number | undefined;
  readonly entry: AuditEntry | undefined;
  /** Attributes that entries do not have. No hash covers them. */
  readonly unknown?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Last entry of the run that this entry begins for the indexes; null inside a run. Absent where the store has no runs. No hash
   * covers it, but the entries determine it: runs follow each other without gaps.
   */
  readonly runEnd?: number | null;
}

/** Hashes in the signed checkpoints: id → hash, or undefined where the signature is not valid. */
export type SignedHashes = ReadonlyMap<number, string | undefined>;

/** An entry with a wrong hash. The entry after it shows whether the hash or a field was altered. */
interface Suspect {
  readonly id: number;
  readonly stored: string;
  readonly computed: string;
}

/**
 * Walks a part of a chain, row by row in order, and holds one hash at a time. The row just before the part supplies the
 * hash that its first entry must link to.
 */
export class ChainWalk {
  readonly #from: number;
  readonly #witness: SignedHashes;
  readonly #isWitnessed: boolean;
  #next: number;
  #previous: string | undefined;
  #previousTime = '';
  #last: AuditEntry | undefined;
  #suspect: Suspect | undefined;
  #run: Run | undefined;
  #firstRun: number | undefined;

  constructor(from: number, witness: SignedHashes) {
    this.#from = from;
    this.#next = from;
    this.#witness = witness;
    this.#isWitnessed = witness.size > 0;
    this.#previous = from === 1 ? genesisHash : undefined;
  }

  /** The first entry here that begins a run; undefined without any. */
  get firstRun(): number | undefined {
    return this.#firstRun;
  }

  /** Last entry of the last run that began here; undefined without any. */
  get runEnd(): number | undefined {
    return this.#run?.end;
  }

  get next(): number {
    return this.#next;
  }

  get last(): AuditEntry | undefined {
    return this.#last;
  }

  /** Hash that the next entry must link to; undefined when unknown. */
  get lastHash(): string | undefined {
    return this.#previous;
  }

  /** Checks the next row. A fault ends the walk. */
  take({ id, entry, unknown, runEnd }: StoredRow): Fault | undefined {
    if (this.#suspect) return this.end(entry && entry.id === this.#next ? entry.prev_hash : undefined);
    const expected = this.#next;
    if (id !== expected) {
      if (id === this.#from - 1 && id > 0 && expected === this.#from) {
        this.#previous = entry?.hash;
        this.#previousTime = entry?.created_at ?? '';
        return undefined;
      }
      return id !== undefined && id > expected
        ? fault(expected, 'missing_entry', `Entry ${expected} is missing; ${id} follows`)
        : fault(expected, 'unexpected_entry', `A row that is not an entry precedes entry ${expected}`);
    }
    if (!entry) return fault(id, 'altered_field', `Entry ${id} lacks a field, or a field has another type`);
    const isLinked = this.#previous !== undefined && entry.prev_hash === this.#previous;
    const computed = expectedHash(entry, isLinked && this.#last !== undefined);
    if (computed === undefined) {
      return fault(id, 'altered_field', `A field of entry ${id} breaks a rule of the canonical form`);
    }
    if (entry.id !== id) return misplaced(id, entry, computed);
    if (computed !== entry.hash) {
      this.#suspect = { id, stored: entry.hash, computed };
      this.#next += 1;
      return undefined;
    }
    if (!isLinked && this.#previous !== undefined) {
      return fault(id, 'broken_link', `prev_hash of entry ${id} is not the hash of entry ${id - 1}`);
    }
    if (this.#isWitnessed && this.#witness.has(id) && this.#witness.get(id) !== entry.hash) {
      return contradicted(id, this.#witness);
    }
    if (entry.created_at < this.#previousTime) {
      return fault(id, 'time_goes_back', `created_at of entry ${id} is earlier than that of entry ${id - 1}`);
    }
    if (unknown) {
      return fault(id, 'unknown_attribute', `Entry ${id} has an unknown attribute`);
    }
    if (runEnd !== undefined && !this.#continuesRuns(entry, runEnd)) return wrongRun(id);
    this.#previousTime = entry.created_at;
    this.#previous = entry.hash;
    this.#last = entry;
    this.#next += 1;
    return undefined;
  }

  #continuesRuns(entry: AuditEntry, runEnd: number | null): boolean {
    const run: Run | undefined = this.#run ?? (entry.id === 1 ? { end: 0 } : undefined);
    if (runEnd === null) {
      // Before the first run of a part, only the part before it knows where the run ends.
      if (run === undefined) return true;
      return run.first !== undefined && entry.id <= run.end && isSameRun(run.first, entry);
    }
    if (run !== undefined && entry.id !== run.end + 1) return false;
    this.#firstRun ??= entry.id;
    this.#run = { first: entry, end: runEnd };
    return true;
  }

  /** Ends the walk. `following` is the hash of the last entry according to the next entry or the head. */
  end(following: string | undefined): Fault | undefined {
    if (!this.#suspect) return undefined;
    const { id, stored, computed } = this.#suspect;
    return following === computed && following !== stored
      ? fault(id, 'altered_hash', `Entry ${id} has its recorded fields, but another hash`)
      : fault(id, 'altered_field', `The fields of entry ${id} do not match its recorded hash`);
  }
}

export const fault = (first_bad_id: number, reason: FaultReason, detail: string): Fault => ({
  first_bad_id,
  reason,
  detail,
});

/** A run of the indexes; before the first entry it has ended. */
interface Run {
  readonly first?: AuditEntry;
  readonly end: number;
}

const isSameRun = (one: AuditEntry, other: AuditEntry): boolean =>
  one.actor === other.actor && one.event_type === other.event_type && one.entity_type === other.entity_type;

export const wrongRun = (id: number): Fault =>
  fault(id, 'unknown_attribute', `Entry ${id} has wrong attributes of the indexes`);

/** A whole entry from another place, or the entry of this place with an altered id. */
const misplaced = (id: number, entry: AuditEntry, computed: string): Fault =>
  computed === entry.hash
    ? fault(id, 'unexpected_entry', `Entry ${entry.id} is in the place of entry ${id}`)
    : fault(id, 'altered_field', `Entry ${id} has the id ${entry.id}`);

/** What the end of a chain, or of a part of it, is judged by. */
export interface ChainEnd {
  /** First entry of the range. */
  readonly from: number;
  /** Null when the stored head is not readable. */
  readonly head: ChainHead | null;
  /** The last entry that was walked. */
  readonly last: AuditEntry | undefined;
  /** The first row that follows the head, unless the chain has grown; undefined for a range that ends before the head. */
  readonly beyond: StoredRow | undefined;
  readonly witness: SignedHashes;
}

/** The fault of a head that contradicts its chain, or of a chain that a checkpoint shows to have been longer. */
export function faultAtEnd({ from, head, last, beyond, witness }: ChainEnd): Fault | undefined {
  if (head === null) return fault(1, 'head_disagrees', 'The head cannot be read');
  const { sequence } = head;
  if (last && last.id > sequence) return continued(Math.max(from, sequence + 1), sequence);
  if (last?.id === sequence && (last.hash !== head.hash || last.created_at !== head.created_at)) {
    return fault(sequence, 'head_disagrees', `The head does not have the hash and time of entry ${sequence}`);
  }
  if (beyond) {
    const { entry, id = sequence + 1 } = beyond;
    const isNextEntry = entry?.id === sequence + 1 && (sequence === 0 || entry.prev_hash === head.hash);
    return isNextEntry && expectedHash(entry) === entry.hash
      ? continued(entry.id, sequence)
      : fault(id, 'unexpected_entry', `A row follows the head, which is at ${sequence}`);
  }
  return signedBeyond(witness, sequence);
}

const continued = (id: number, sequence: number): Fault =>
  fault(id, 'head_disagrees', `The head is at ${sequence}, but the chain continues`);

/** The fault of a chain that ends at `sequence` although checkpoints beyond it were signed. */
function signedBeyond(witness: SignedHashes, sequence: number): Fault | undefined {
  const beyond = witness
    .keys()
    .filter((id) => id > sequence)
    .toArray();
  const signed = beyond.filter((id) => witness.get(id) !== undefined);
  if (signed.length > 0) {
    const newest = Math.max(...signed);
    return fault(
      sequence + 1,
      'truncated_end',
      `A checkpoint was signed at entry ${newest}, beyond the end of the chain`,
    );
  }
  return beyond.length > 0 ? contradicted(Math.min(...beyond), witness) : undefined;
}

const contradicted = (id: number, witness: SignedHashes): Fault =>
  fault(
    id,
    'checkpoint_disagrees',
    witness.get(id) === undefined
      ? `The signature of the checkpoint at entry ${id} is not valid`
      : `The checkpoint at entry ${id} was signed over another hash: the chain was rewritten at or before it`,
  );
