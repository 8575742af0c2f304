import type { BatchLookup, ClaimLookup } from '../engine/claim-lookup.ts';
import type { ResponseStore } from '../engine/stored-response.ts';
import type { StoredEnvelopeAcknowledgment } from './stored-acknowledgment.ts';

export interface EnvelopeAcknowledgmentStore extends ResponseStore<StoredEnvelopeAcknowledgment> {
  /** The batches that expect no further acknowledgment of the type. */
  findAcknowledged(batchIds: readonly string[], type: '999' | 'TA1'): Promise<ReadonlySet<string>>;
}

export interface EnvelopeAcknowledgmentPorts {
  readonly acknowledgments: EnvelopeAcknowledgmentStore;
  readonly claims: ClaimLookup;
  readonly batches: BatchLookup;
}
