import type { ItemKey, KeyPrefix } from '../../dynamodb/items.ts';
import { bounded, counted, folded } from './key-parts.ts';

export const batchKey = (id: string): ItemKey => ({ pk: `BATCH#${id}`, sk: 'BATCH' });
/** @param n place, within the set, of the first claim in the item */
export const setClaimsKey = (batchId: string, setNumber: string, n: number): ItemKey => ({
  pk: `BATCH#${batchId}`,
  sk: `SET#${bounded(setNumber)}#${counted(n, 7)}`,
});
/** The claims of one set, or of all sets. */
export const setClaimsOf = (batchId: string, setNumber?: string): KeyPrefix => ({
  pk: `BATCH#${batchId}`,
  prefix: setNumber === undefined ? 'SET#' : `SET#${bounded(setNumber)}#`,
});

/** The 999 or TA1 that was applied to a batch. */
export const batchAcknowledgmentKey = (id: string, kind: string): ItemKey => ({
  pk: `BATCH#${id}`,
  sk: `ANSWER#${kind}`,
});

/** Sender and receiver of a batch (GS02 and GS03, or ISA06 and ISA08), its time and its id. */
export interface BatchRoute {
  readonly sender: string;
  readonly receiver: string;
  readonly at: string;
  readonly batchId: string;
}

const routeKey = ({ sender, receiver, at, batchId }: BatchRoute) =>
  `${bounded(sender)}#${bounded(receiver)}#${at}#${batchId}`;

/** Control numbers are compared without leading zeros. */
export const batchByGroupKey = (groupNumber: string, route: BatchRoute): ItemKey => ({
  pk: batchesOfGroup(groupNumber).pk,
  sk: routeKey(route),
});
export const batchesOfGroup = (groupNumber: string): KeyPrefix => ({
  pk: `GROUP#${folded(groupNumber)}`,
  prefix: '',
});
export const batchByInterchangeKey = (interchangeNumber: string, route: BatchRoute): ItemKey => ({
  pk: batchesOfInterchange(interchangeNumber).pk,
  sk: routeKey(route),
});
export const batchesOfInterchange = (interchangeNumber: string): KeyPrefix => ({
  pk: `INTERCHANGE#${folded(interchangeNumber)}`,
  prefix: '',
});
/** @param reference BHT03; the sets of one batch may share it */
export const batchByReferenceKey = (
  reference: string,
  { at, batchId, set }: { readonly at: string; readonly batchId: string; readonly set: string },
): ItemKey => ({
  pk: batchesWithReference(reference).pk,
  sk: `${at}#${batchId}#${set}`,
});
export const batchesWithReference = (reference: string): KeyPrefix => ({
  pk: `BHT#${bounded(reference.trim())}`,
  prefix: '',
});
