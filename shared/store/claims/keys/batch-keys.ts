import type { ItemKey } from '../../dynamodb/items.ts';
import { bounded, counted, folded, itemKey, keysUnder } from './key-parts.ts';

export const batchKey = (id: string): ItemKey => ({ pk: `BATCH#${id}`, sk: 'BATCH' });
/** @param n place, within the set, of the first claim in the item */
export const setClaimsKey = (batchId: string, setNumber: string, n: number) =>
  itemKey(`BATCH#${batchId}`, `SET#${bounded(setNumber)}#${counted(n, 7)}`);
/** The claims of one set, or of all sets. */
export const setClaimsOf = (batchId: string, setNumber?: string) =>
  keysUnder(`BATCH#${batchId}`, setNumber === undefined ? 'SET#' : `SET#${bounded(setNumber)}#`);

export const batchAcknowledgmentKey = (id: string, kind: string) => itemKey(`BATCH#${id}`, `ANSWER#${kind}`);

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
export const batchByGroupKey = (groupNumber: string, route: BatchRoute) =>
  itemKey(batchesOfGroup(groupNumber).pk, routeKey(route));
export const batchesOfGroup = (groupNumber: string) => keysUnder(`GROUP#${folded(groupNumber)}`);
export const batchByInterchangeKey = (interchangeNumber: string, route: BatchRoute) =>
  itemKey(batchesOfInterchange(interchangeNumber).pk, routeKey(route));
export const batchesOfInterchange = (interchangeNumber: string) =>
  keysUnder(`INTERCHANGE#${folded(interchangeNumber)}`);
/** @param reference BHT03; the sets of one batch may share it */
export const batchByReferenceKey = (
  reference: string,
  { at, batchId, set }: { readonly at: string; readonly batchId: string; readonly set: string },
) => itemKey(batchesWithReference(reference).pk, `${at}#${batchId}#${set}`);
export const batchesWithReference = (reference: string) => keysUnder(`BHT#${bounded(reference.trim())}`);
