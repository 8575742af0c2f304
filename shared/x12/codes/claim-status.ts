import type { CodeList } from '../guide/code-list.ts';
import { datedCodes } from './dated-codes.ts';

/** Claim status categories (code source 507), which has no A9. */
export const claimStatusCategory: CodeList = datedCodes('Claim status category (507)', {
  since: `
  1995-01-01: X0 A0-A4 P0-P4 F0-F5 F3F F3N R0-R1 R3-R17 RQ E0-E1 D0; always: A5-A8 P5 E2-E4
`,
  until: `
  2003-10-16: X0 F5
`,
  texts: `
  A0 forwarded to another entity | A1 received, not yet accepted | A2 accepted into adjudication |
  A3 returned as unprocessable | A4 not found | A5 split on acceptance |
  A6 rejected for missing information | A7 rejected for invalid information |
  A8 rejected for a relational field in error | P0 pending, details follow | P1 pending, in process |
  P2 pending, payer review | P3 pending, information requested from the provider |
  P4 pending, information requested from the patient | P5 pending, administrative hold of the payer |
  F0 finalized, details in the remittance | F1 finalized, paid | F2 finalized, denied |
  F3 finalized, revised | F3F finalized, forwarded | F3N finalized, not forwarded |
  F4 finalized, complete, no payment forthcoming | F5 finalized, cannot be processed |
  R0 additional information requested | R1 additional information on an entity requested |
  R3 additional information on claim or line requested | R4 documentation requested |
  RQ general question, information requested | E0 no response: error in the submitted request |
  E1 no response: system not available | E2 no response: information holder does not answer |
  E3 correction required: relational fields in error | E4 requirement of the trading partner not met |
  D0 search was not successful | X0 supplemental message
`,
});

/** Claim status codes (code source 508). Only the codes withdrawn in 2008 have dates; the others are always in force. */
export const claimStatusCode: CodeList = datedCodes('Claim status code (508)', {
  since: `
  1995-01-01: 0-35 37-42 44-57 59-61 64-73 78 81 83-150 152-486; always: 487-820
`,
  until: `
  2008-01-01: 8 10-11 13-14; 2008-07-01: 4-5 7 9
`,
  texts: `
  0 no further status electronically | 1 see the remittance advice |
  3 adjudicated, awaits the payment cycle | 15 procedure codes changed | 16 forwarded to an entity |
  17 forwarded by a third party | 18 entity received it and returned an invalid status |
  19 entity acknowledges receipt | 20 accepted for processing | 21 missing or invalid information |
  23 returned to the entity | 24 entity not approved as electronic submitter | 25 entity not approved |
  26 entity not found | 29 subscriber and policy number do not match |
  30 subscriber and subscriber id do not match | 33 subscriber and id not found | 35 claim not found |
  38 awaits the next cycle | 54 duplicate of a processed claim or line | 65 claim or line paid |
  78 duplicate of a claim in process | 84 service not authorized | 85 entity is not primary |
  88 not eligible on the service dates | 91 not eligible or approved for the dates |
  97 patient eligibility not found | 104 processed according to the plan |
  107 processed according to the contract | 116 sent to the wrong payer | 117 signature-on-file indicator |
  121 too many service lines | 122 missing or invalid data prevents processing |
  123 additional information requested | 125 name | 126 address | 128 tax id | 132 Medicaid provider id |
  145 specialty or taxonomy | 153 id number | 156 relationship of the patient to the subscriber |
  157 gender | 158 date of birth | 163 group number | 164 member number | 171 other insurance |
  178 submitted charges | 187 dates of service | 188 statement dates | 189 facility admission date |
  218 national drug code | 247 line information | 249 place of service | 252 prior authorization number |
  254 principal diagnosis | 255 diagnosis | 258 days or units |
  286 explanation of benefits or payment of another payer | 306 detailed description of the service |
  400 claim out of balance | 401 source of payment not valid | 402 amount must be above zero |
  453 procedure modifiers | 454 procedure code | 464 payer claim control number |
  475 procedure not valid for the age of the patient | 476 units missing or invalid |
  477 diagnosis pointer missing or invalid | 478 patient control number |
  481 format of claim or submission invalid | 483 maximum coverage reached |
  488 diagnosis for the services rendered | 496 submitter not approved for this entity | 500 ZIP code |
  501 state | 502 city | 503 street address | 504 last name | 505 first name | 507 HCPCS code |
  510 date in the future | 511 invalid character | 512 invalid length |
  516 adjudication date of the other payer | 535 claim frequency code | 544 CLIA number |
  555 delay reason code | 560 additional or secondary id | 562 NPI | 583 line charge |
  584 line control number | 588 medical record number | 672 payer information out of balance |
  674 authorization exceeded | 684 syntax error, see the 999 | 693 amount must be zero or more |
  694 amount must not be zero | 697 decimal places of the amount | 718 filed too late |
  732 does not agree with the billing guidelines | 742 payer responsibility sequence |
  745 identifier qualifier | 746 duplicate submission | 755 primary identifier | 761 referral number |
  770 duplicate of a crossover claim | 772 specificity of the diagnosis | 775 entity type |
  784 electronic visit verification does not match | 787 send a new claim |
  796 procedure not valid on the date | 799 send a replacement claim
`,
});
