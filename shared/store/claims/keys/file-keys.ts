import type { ItemKey, KeyPrefix } from '../../dynamodb/items.ts';
import { bounded, counted, inFirstIndex, inSecondIndex, itemKey, keysUnder, timeKey } from './key-parts.ts';

export const fileKey = (id: string): ItemKey => ({ pk: `FILE#${id}`, sk: 'FILE' });
export const fileIndexKeys = (state: string, receivedAt: string, id: string) => ({
  ...inFirstIndex(filesPartition, timeKey(receivedAt, id)),
  ...inSecondIndex(fileStatePartition(state), timeKey(receivedAt, id)),
});
export const filesPartition = 'FILES';
export const fileStatePartition = (state: string) => `FILES#${state}`;

export const fileFindingsKey = (id: string, n: number) => itemKey(`FILE#${id}`, `FINDINGS#${counted(n, 6)}`);
export const fileFindingsOf = (id: string): KeyPrefix => ({ pk: `FILE#${id}`, prefix: 'FINDINGS#' });

/** @param id of the acknowledgment or remittance; `kind` is 999, TA1, 277CA or 835 */
export const fileResponseKey = (fileId: string, kind: string, id: string) =>
  itemKey(`FILE#${fileId}`, `ANSWER#${kind}#${id}`);
export const fileResponsesOf = (fileId: string, kind: string) =>
  keysUnder(`FILE#${fileId}`, `ANSWER#${kind}#`);

export const fileContentKey = (sha256: string): ItemKey => ({ pk: `FILESHA#${sha256}`, sk: 'FILE' });

/** A file name that a sender used; letter case is not significant. */
export const fileNameKey = (name: string, sender: string) =>
  itemKey(`FILENAME#${bounded(name.toLowerCase())}`, bounded(sender) || '-');

/** An interchange control number (ISA13) that a sender used in a file to a receiver. */
export const usedInterchangeKey = (header: {
  readonly number: string;
  readonly sender: string;
  readonly receiver: string;
}) => itemKey(`USEDISA#${bounded(header.number)}`, `${bounded(header.sender)}#${bounded(header.receiver)}`);

/** A file that the test payer answered or the SFTP pick-up took; `source` names the one and its folder. */
export const handledFileKey = (source: string, name: string) => itemKey(`SEEN#${source}`, bounded(name));
