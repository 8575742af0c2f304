import type { CodeList } from '../guide/code-list.ts';
import { claimStatusTexts } from './claim-status-texts.ts';
import { datedCodes } from './dated-codes.ts';

/** Claim status categories (code source 507), which has no A9. */
export const claimStatusCategory: CodeList = datedCodes(
  'Claim status category (507)',
  {
    '1995-01-01': ['X0', 'A0-A4', 'P0-P4', 'F0-F5', 'F3F', 'F3N', 'R0-R1', 'R3-R17', 'RQ', 'E0-E1', 'D0'],
    '': ['A5-A8', 'P5', 'E2-E4'],
  },
  { '2003-10-16': ['X0', 'F5'] },
  {
    A0: 'forwarded to another entity',
    A1: 'received, not yet accepted',
    A2: 'accepted into adjudication',
    A3: 'returned as unprocessable',
    A4: 'not found',
    A5: 'split on acceptance',
    A6: 'rejected for missing information',
    A7: 'rejected for invalid information',
    A8: 'rejected for a relational field in error',
    P0: 'pending, details follow',
    P1: 'pending, in process',
    P2: 'pending, payer review',
    P3: 'pending, information requested from the provider',
    P4: 'pending, information requested from the patient',
    P5: 'pending, administrative hold of the payer',
    F0: 'finalized, details in the remittance',
    F1: 'finalized, paid',
    F2: 'finalized, denied',
    F3: 'finalized, revised',
    F3F: 'finalized, forwarded',
    F3N: 'finalized, not forwarded',
    F4: 'finalized, complete, no payment forthcoming',
    F5: 'finalized, cannot be processed',
    R0: 'additional information requested',
    R1: 'additional information on an entity requested',
    R3: 'additional information on claim or line requested',
    R4: 'documentation requested',
    RQ: 'general question, information requested',
    E0: 'no response: error in the submitted request',
    E1: 'no response: system not available',
    E2: 'no response: information holder does not answer',
    E3: 'correction required: relational fields in error',
    E4: 'requirement of the trading partner not met',
    D0: 'search was not successful',
    X0: 'supplemental message',
  },
);

/** Claim status codes (code source 508). Only the codes withdrawn in 2008 have dates; the others are always in force. */
export const claimStatusCode: CodeList = datedCodes(
  'Claim status code (508)',
  {
    '1995-01-01': [...['0-35', '37-42', '44-57', '59-61', '64-73', '78', '81', '83-150', '152-486']],
    '': ['487-820'],
  },
  { '2008-01-01': ['8', '10-11', '13-14'], '2008-07-01': ['4-5', '7', '9'] },
  claimStatusTexts,
);
