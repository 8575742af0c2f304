import type { SetContext } from '#x12/engine/consumer.ts';
import type { Position } from '#x12/reader/segment.ts';
import type { FileReason } from '../../files/file.ts';

/** Where in a set something stands that cannot be processed. */
export interface RefusedSegment {
  readonly segment: string;
  readonly position: Position;
}

/** Why a set of this file, or the segment of it that is named, cannot be processed. */
export function refusedSetReason(
  { interchange, group, set }: SetContext,
  { code, message }: Pick<FileReason, 'code' | 'message'>,
  place?: RefusedSegment,
): FileReason {
  return {
    code,
    message,
    interchange: interchange.controlNumber,
    group: group.controlNumber,
    transaction: set.controlNumber,
    segment: place?.segment ?? 'ST',
    ...(place !== undefined && { segment_index: place.position.index }),
    byte_offset: place?.position.offset ?? set.offset,
  };
}
