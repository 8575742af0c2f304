import {
  counted,
  inFirstIndex,
  inSecondIndex,
  itemKey,
  keysUnder,
  timeKey,
} from '#store/claims/key-parts.ts';
import type { ItemKey, KeyPrefix } from '#store/dynamodb/items.ts';
import { encodedText } from '#store/records/key-pattern.ts';

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
  itemKey(`FILENAME#${encodedText(name.toLowerCase())}`, encodedText(sender));

/** An interchange control number (ISA13) that a sender used in a file to a receiver. */
export const usedInterchangeKey = (header: {
  readonly number: string;
  readonly sender: string;
  readonly receiver: string;
}) =>
  itemKey(
    `USEDISA#${encodedText(header.number)}`,
    `${encodedText(header.sender)}#${encodedText(header.receiver)}`,
  );

/** Lists the names and control numbers that a file used, for its purge. */
export const usedByFileKeys = (fileId: string, kind: string) => inFirstIndex(usedByFile(fileId), kind);
export const usedByFile = (fileId: string): string => `FILE#${fileId}`;

/** A file that the test payer has responded to, or that was picked up by SFTP; `source` names one of the two. */
export const handledFileKey = (source: string, name: string) =>
  itemKey(`SEEN#${encodedText(source)}`, encodedText(name));
