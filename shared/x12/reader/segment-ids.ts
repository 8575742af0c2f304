/** Segment ids of the HIPAA transaction sets in 005010 and of the interchange, to tell a misspelt id from a foreign one. */
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
