import type { BulkFilter } from '#contract/claims/bulk/operations.ts';
import type { Change } from '../change.ts';
import type { Claim } from '../claim/claim.ts';
import type { EditPorts, StoredClaim } from '../edit/edit-claim.ts';
import type { BulkRun, SelectedPart } from './bulk-run.ts';

/** What the decision about one claim needs. */
export interface DecisionPorts extends EditPorts {
  /** Returns existing claims that the caller may see; strongly consistent. */
  findClaims(ids: readonly string[]): Promise<readonly Claim[]>;
  findStored(id: string): Promise<StoredClaim | undefined>;
}

export interface SelectionPorts {
  /** Returns a page of the claims of a filter; may be empty and still have a next one. Eventually consistent. */
  select(
    filter: BulkFilter,
    cursor: string | undefined,
    limit: number,
    billingNpis?: readonly string[],
  ): Promise<SelectedPart>;
}

export interface BulkRunPorts extends SelectionPorts {
  /** Opens what decisions need, in the name of the person who started the run, and within that person's providers. */
  openDecisions(actor: string, billingNpis?: readonly string[]): Promise<DecisionPorts>;
  find(id: string): Promise<BulkRun | undefined>;
  /** Returns up to `count` selected claims from a position on. */
  selectedIds(id: string, position: number, count: number): Promise<readonly string[]>;
  /** Stores the change of some claims with the progress of the run. @throws ChangeConflict */
  write(change: Change): Promise<void>;
  now(): Date;
  /** Reports a claim that could not be processed because of an unexpected failure. */
  onFailure(error: unknown): void;
}
