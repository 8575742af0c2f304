import { pack } from '../reader/segment.ts';

/** Packed ids of the segments of envelopes. */
export const st: number = pack('ST');
export const se: number = pack('SE');
export const gs: number = pack('GS');
export const ge: number = pack('GE');
export const iea: number = pack('IEA');
export const ta1: number = pack('TA1');
export const isb: number = pack('ISB');
export const ise: number = pack('ISE');

/** True for a segment that begins or ends a set or group, or ends an interchange. */
export function isEnvelope(id: number): boolean {
  return id === st || id === se || id === gs || id === ge || id === iea;
}
