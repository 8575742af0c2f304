import type { SetContext } from '#x12/engine/consumer.ts';
import type { Position } from '#x12/reader/segment.ts';
import type { FileReason } from '../../files/file.ts';

/** Why a transaction set, or one of its segments, cannot be applied. */
export const refusedSetReason = (
  { interchange, group, set }: SetContext,
  { code, message }: Pick<FileReason, 'code' | 'message'>,
  at?: { readonly segment: string; readonly position: Position },
): FileReason => ({
  code,
  message,
  interchange: interchange.controlNumber,
  group: group.controlNumber,
  transaction: set.controlNumber,
  segment: at?.segment ?? 'ST',
  ...(at !== undefined && { segment_index: at.position.index }),
  byte_offset: at?.position.offset ?? set.offset,
});
