import type { ChainHead } from '../entries/chain.ts';
import type { Verification } from '../verification/verify-chain.ts';

/** Background work on the audit log, as it is stored between its steps. */
interface RunFields {
  readonly id: string;
  readonly state: 'running' | 'done' | 'failed';
  /** Why the run failed. */
  readonly reason?: 'interrupted';
  /** Invocations that began since the last one with an answer, the one in progress included. */
  readonly lost?: number;
  /** A range was requested. Without one, a verification continues up to the head at its end. */
  readonly bounded: boolean;
  readonly from: number;
  /** Last entry of the range; without a requested range, the head at the start. */
  readonly to: number;
  readonly started_at: string;
  readonly updated_at: string;
  readonly finished_at: string | null;
  /** First entry that is not processed yet. */
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
  /** The head after the checkpoints were read; before that, the head at the request. Null when it is not readable. */
  readonly head: ChainHead | null;
  readonly upload_id: string | null;
  readonly parts: number;
  readonly checkpoints: number;
  readonly entries: number;
  readonly bytes: number;
  /** The last line is written; only assembling the parts remains. */
  readonly closed: boolean;
}

export type AuditRun = StoredVerificationRun | StoredExportRun;

export interface RunContext<Run extends AuditRun> {
  readonly save: (run: Run) => Promise<void>;
  /** The invocation must end soon; another one continues. */
  readonly outOfTime: () => boolean;
  readonly now: () => Date;
}
