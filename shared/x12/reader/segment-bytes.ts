import { type Buffer, isUtf8 } from 'node:buffer';

/** Encoding of the bytes of a segment. */
export type Encoding = 'ascii' | 'utf-8' | 'latin-1';

/** Detects the encoding of a byte range: UTF-8 where the bytes are valid UTF-8, else Latin-1. */
export function encodingOf(bytes: Buffer, start: number, end: number): Encoding {
  let i = start;
  while (i < end && (bytes[i] ?? 0) < 0x80) i++;
  if (i === end) return 'ascii';
  return isUtf8(bytes.subarray(start, end)) ? 'utf-8' : 'latin-1';
}

/**
 * Packs up to four bytes into one integer, as `pack` packs text: 0 for no bytes, -1 for more than four. Reads four bytes
 * wherever the buffer has them, because a loop whose length varies is slower.
 */
export function packBytes(bytes: Buffer, start: number, end: number): number {
  const length = end - start;
  if (length > 4) return -1;
  if (length <= 0) return 0;
  if (start + 4 > bytes.length) return packLast(bytes, start, end);
  const four =
    ((bytes[start] ?? 0) << 24) |
    ((bytes[start + 1] ?? 0) << 16) |
    ((bytes[start + 2] ?? 0) << 8) |
    (bytes[start + 3] ?? 0);
  return (four >>> (32 - 8 * length)) | 0;
}

function packLast(bytes: Buffer, start: number, end: number): number {
  let packed = 0;
  for (let i = start; i < end; i++) packed = (packed << 8) | (bytes[i] ?? 0);
  return packed | 0;
}

/** A capital letter starts a segment; blanks and byte order marks need the slow path. */
export function isSegmentStart(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}

/** Compares a terminator of several bytes whose first byte already matched. */
export function startsWith(bytes: Buffer, at: number, end: number, value: Uint8Array): boolean {
  if (at + value.length > end) return false;
  for (let i = 1; i < value.length; i++) if (bytes[at + i] !== value[i]) return false;
  return true;
}

/** Ids of all 005010 HIPAA segments and envelope segments: any other id is misspelt or unknown. */
const known = new Set(
  (
    'AAA ACT AK1 AK2 AK3 AK4 AK5 AK6 AK7 AK8 AK9 AMT API ASI BEG BGN BHT BPR CAS CL1 CLI CLM CLP CN1 CR1 CR2 CR3 CR4 ' +
    'CR5 CR6 CR7 CR8 CRC CTP CTX CUR DMG DN1 DN2 DSB DTM DTP EB EC EM ENT EQ FRM FA1 FA2 GE GS HCP HCR HD HI HL HLH HSD ' +
    'ICM IDC IEA III IK3 IK4 IK5 IN1 IN2 INS ISA ISB ISE IT1 K3 LE LIN LQ LS LUI LX MEA MIA MOA MPI MSG N1 N2 N3 N4 N9 ' +
    'NM1 NTE NX1 NX2 OI OTI PAT PER PLA PLB PRV PS1 PWK QTY RAS RDM REF RMR SAC SBR SE SLN SPK ST STC SUP SV1 SV2 SV3 ' +
    'SV4 SV5 SV6 SV7 SVC SVD TA1 TA3 TED TOO TRN TS2 TS3 UM VEH'
  ).split(' '),
);

export function isKnownSegmentId(id: string): boolean {
  return known.has(id);
}
