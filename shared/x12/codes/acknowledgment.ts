import { codeSource } from '../guide/code-list.ts';

/** Codes of 999 and TA1. The texts are short and our own. */

/** IK501 and AK901. */
export const acknowledgmentCode = codeSource(
  'Acknowledgment (IK501, AK901)',
  `
  A accepted | E accepted, errors noted | P partially accepted | R rejected |
  M rejected, authentication failed | W rejected, assurance failed | X rejected, cannot be decrypted
`,
);

/** IK304. */
export const segmentErrorCode = codeSource(
  'Segment error (IK304)',
  `
  1 unrecognized segment id | 2 unexpected segment | 3 required segment missing |
  4 loop repeats too often | 5 segment repeats too often | 6 segment is not in this transaction set |
  7 segment out of sequence | 8 segment has element errors | I4 segment is not used in the guide |
  I6 segment that depends on others is missing | I7 loop repeats too few times |
  I8 segment repeats too few times | I9 segment is not used in this situation
`,
);

/** IK403. */
export const elementErrorCode = codeSource(
  'Element error (IK403)',
  `
  1 required element missing | 2 element that depends on others is missing | 3 too many elements |
  4 too short | 5 too long | 6 invalid character | 7 invalid code | 8 invalid date | 9 invalid time |
  10 excluded by another element | 11 too few repetitions | 12 too many repetitions | 13 too many components |
  I6 code is not used in the guide | I9 element that depends on others is missing |
  I10 element is not used in the guide | I11 too few repetitions | I12 value has the wrong pattern |
  I13 element is not used in this situation
`,
);

/** IK502 to IK506. */
export const setErrorCode = codeSource(
  'Transaction set error (IK502)',
  `
  1 transaction set not supported | 2 set trailer missing | 3 control numbers of ST and SE differ |
  4 segment count of SE is wrong | 5 one or more segments in error | 6 invalid set id |
  7 invalid control number | 8 authentication key unknown | 9 encryption key unknown |
  10 requested service not available | 11 security recipient unknown | 12 message length wrong |
  13 message authentication failed | 15 security originator unknown | 16 syntax error in decrypted text |
  17 security not supported | 18 set is in the wrong group | 19 invalid guide version (ST03) |
  23 control number repeats in the group | 24 S3E missing | 25 S3S missing | 26 S4E missing |
  27 S4S missing | I5 one or more segments against the guide | I6 guide version not supported
`,
);

/** AK905 to AK909. */
export const groupErrorCode = codeSource(
  'Functional group error (AK905)',
  `
  1 functional group not supported | 2 version not supported | 3 group trailer missing |
  4 control numbers of GS and GE differ | 5 set count of GE is wrong | 6 invalid control number |
  10 authentication key unknown | 11 encryption key unknown | 12 requested service not available |
  13 security recipient unknown | 14 security originator unknown | 15 syntax error in decrypted text |
  16 security not supported | 17 message length wrong | 18 message authentication failed |
  19 control number repeats in the interchange | 23 S3E missing | 24 S3S missing | 25 S4E missing |
  26 S4S missing
`,
);

/** TA104. */
export const interchangeCode = codeSource(
  'Interchange acknowledgment (TA104)',
  'A accepted | E accepted, errors noted | R rejected',
);

/** TA105. */
export const interchangeNote = codeSource(
  'Interchange note (TA105)',
  `
  000 no error | 001 control numbers of ISA and IEA differ | 002 standard not supported |
  003 version not supported | 004 invalid segment terminator | 005 invalid sender qualifier |
  006 invalid sender id | 007 invalid receiver qualifier | 008 invalid receiver id |
  009 unknown receiver id | 010 invalid authorization qualifier | 011 invalid authorization information |
  012 invalid security qualifier | 013 invalid security information | 014 invalid interchange date |
  015 invalid interchange time | 016 invalid repetition separator | 017 invalid version |
  018 invalid control number | 019 invalid acknowledgment request | 020 invalid usage indicator |
  021 group count of IEA is wrong | 022 invalid control structure | 023 file ends too early |
  024 invalid content of the interchange | 025 control number repeats | 026 invalid element separator |
  027 invalid component separator | 028 invalid delivery date | 029 invalid delivery time |
  030 invalid time code | 031 invalid grade of service
`,
);
