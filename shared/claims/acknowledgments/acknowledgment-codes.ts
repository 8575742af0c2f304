/**
 * Codes of the 999 (005010X231A1) and the TA1, with short texts in our own words.
 */

/** What AK901 and IK501 mean for the claims. */
export type CodeVerdict = 'accepted' | 'partial' | 'rejected' | 'unknown';

const verdicts: Readonly<Record<string, CodeVerdict>> = {
  A: 'accepted',
  E: 'accepted',
  P: 'partial',
  R: 'rejected',
  M: 'rejected',
  W: 'rejected',
  X: 'rejected',
};

export const verdictOf = (code: string): CodeVerdict => verdicts[code] ?? 'unknown';

/** IK304. */
export const segmentErrors: Readonly<Record<string, string>> = {
  '1': 'unrecognized segment id',
  '2': 'unexpected segment',
  '3': 'required segment missing',
  '4': 'loop occurs too often',
  '5': 'segment occurs too often',
  '6': 'segment not in the transaction set',
  '7': 'segment out of sequence',
  '8': 'segment has element errors',
  I4: 'segment not used by the guide',
  I6: 'segment missing that another one requires',
  I7: 'loop occurs fewer times than required',
  I8: 'segment occurs fewer times than required',
  I9: 'segment present that another one forbids',
};

/** Segment errors about a missing segment: IK302 points to the segment found in its place. */
export const missingSegmentCodes: ReadonlySet<string> = new Set(['3', 'I6', 'I7', 'I8']);

/** IK403. */
export const elementErrors: Readonly<Record<string, string>> = {
  '1': 'required element missing',
  '2': 'element missing that another one requires',
  '3': 'too many elements',
  '4': 'too short',
  '5': 'too long',
  '6': 'invalid character',
  '7': 'invalid code value',
  '8': 'invalid date',
  '9': 'invalid time',
  '10': 'element present that another one excludes',
  '12': 'too many repetitions',
  '13': 'too many components',
  I6: 'code value not used by the guide',
  I9: 'element missing that the situation requires',
  I10: 'element not used by the guide',
  I11: 'too few repetitions',
  I12: 'does not match the pattern',
  I13: 'element present that the situation forbids',
};

/** IK502 to IK506. */
export const setErrors: Readonly<Record<string, string>> = {
  '1': 'transaction set not supported',
  '2': 'trailer missing',
  '3': 'control numbers of header and trailer differ',
  '4': 'segment count wrong',
  '5': 'segments in error',
  '6': 'transaction set id invalid',
  '7': 'control number invalid',
  '8': 'authentication key unknown',
  '9': 'encryption key unknown',
  '10': 'requested service not available',
  '11': 'security recipient unknown',
  '12': 'message length wrong',
  '13': 'authentication failed',
  '15': 'security originator unknown',
  '16': 'syntax error in decrypted text',
  '17': 'security not supported',
  '18': 'transaction set not in this group',
  '19': 'implementation convention invalid',
  '23': 'control number not unique in the group',
  '24': 'security segment S3E missing',
  '25': 'security segment S3S missing',
  '26': 'security segment S4E missing',
  '27': 'security segment S4S missing',
  I5: 'segments in error against the guide',
  I6: 'implementation convention not supported',
};

/** AK905 to AK909. */
export const groupErrors: Readonly<Record<string, string>> = {
  '1': 'functional group not supported',
  '2': 'version not supported',
  '3': 'trailer missing',
  '4': 'control numbers of header and trailer differ',
  '5': 'set count wrong',
  '6': 'control number invalid',
  '10': 'authentication key unknown',
  '11': 'encryption key unknown',
  '12': 'requested service not available',
  '13': 'security recipient unknown',
  '14': 'security originator unknown',
  '15': 'syntax error in decrypted text',
  '16': 'security not supported',
  '17': 'message length wrong',
  '18': 'authentication failed',
  '19': 'control number not unique in the interchange',
  '23': 'security segment S3E missing',
  '24': 'security segment S3S missing',
  '25': 'security segment S4E missing',
  '26': 'security segment S4S missing',
};

/** TA105. */
export const interchangeNotes: Readonly<Record<string, string>> = {
  '000': 'no error',
  '001': 'control numbers of header and trailer differ',
  '002': 'standard not supported',
  '003': 'version not supported',
  '004': 'segment terminator invalid',
  '005': 'sender qualifier invalid',
  '006': 'sender id invalid',
  '007': 'receiver qualifier invalid',
  '008': 'receiver id invalid',
  '009': 'receiver id unknown',
  '010': 'authorization qualifier invalid',
  '011': 'authorization information invalid',
  '012': 'security qualifier invalid',
  '013': 'security information invalid',
  '014': 'date invalid',
  '015': 'time invalid',
  '016': 'standards id or repetition separator invalid',
  '017': 'version id invalid',
  '018': 'control number invalid',
  '019': 'acknowledgment request invalid',
  '020': 'usage indicator invalid',
  '021': 'group count wrong',
  '022': 'control structure invalid',
  '023': 'premature end of file',
  '024': 'content invalid',
  '025': 'duplicate control number',
  '026': 'element separator invalid',
  '027': 'component separator invalid',
  '028': 'delivery date invalid',
  '029': 'delivery time invalid',
  '030': 'delivery time code invalid',
  '031': 'grade of service invalid',
};

/** `5 segments in error`; the code alone if it is unknown. */
export function codeWithText(texts: Readonly<Record<string, string>>, code: string): string {
  const text = texts[code];
  return text === undefined ? code : `${code} ${text}`;
}
