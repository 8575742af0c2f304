import type { ChainHead } from '../entries/chain.ts';
import type { Verification } from '../verification/verify-chain.ts';

/** Work on the audit log that takes longer than a request, as it is kept between its steps. */
interface RunFields {
  readonly id: string;
  readonly state: 'running' | 'done' | 'failed';
  /** The range was asked for; a verification without one goes on to the head wherever it is by then. */
  readonly bounded: boolean;
  readonly from: number;
  /** Last entry of the range; the head at the start where no range was asked for. */
  readonly to: number;
  readonly started_at: string;
  readonly updated_at: string;
  readonly finished_at: string | null;
  /** First entry that has not been dealt with. */
  readonly next: number;
}

export interface StoredVerificationRun extends RunFields {
  readonly kind: 'verification';
  /** Checkpoints that agreed so far. */
  readonly checkpoints: number;
  readonly result: Verification | null;
}

export interface StoredExportRun extends RunFields {
  readonly kind: 'export';
  /** Where the chain stood when its checkpoints had been read; before that, when the run was asked for. */
  readonly head: ChainHead;
  readonly upload_id: string | null;
  readonly parts: number;
  readonly checkpoints: number;
  readonly entries: number;
  readonly bytes: number;
  /** The last line is written; the file has only to be put together. */
  readonly closed: boolean;
}

export type AuditRun = StoredVerificationRun | StoredExportRun;

/** What a step of a run needs from outside. */
export interface RunContext<Run extends AuditRun> {
  /** Keeps how far the run has come. */
  readonly save: (run: Run) => Promise<void>;
  /** The function that runs this must end soon; another one carries on. */
  readonly outOfTime: () => boolean;
  readonly now: () => Date;
}
