import type { CodeList } from '../guide/code-list.ts';
import { datedCodes } from './dated-codes.ts';

/**
 * Claim adjustment reason codes (CARC, code source 139) with the maintainer's dates. A code without a published date is
 * always in force. The texts are in
 * `adjustment-reason-texts.ts`, because checks need the codes only.
 */
export const adjustmentReasonCodes: CodeList = datedCodes('Claim adjustment reason (CARC)', {
  since: `
  1995-01-01: 1-125 A0-A8 B1-B23 D1-D21; 1997-02-28: 126-132; 1998-10-31: 134-136; 1999-02-28: 137;
  1999-06-30: 138-141; 2000-06-30: 142; 2001-02-28: 143; 2001-06-30: 144; 2002-06-30: 145-148;
  2002-10-31: 149-154; 2003-06-30: 155; 2003-09-30: 156-160; 2004-02-29: 161-162; 2004-06-30: 163-164;
  2004-10-31: 165; 2005-02-28: 166; 2005-06-30: 167-189; 2005-10-31: 190-192; 2006-02-28: 193-195;
  2006-06-30: 196; 2006-10-31: 197-201; 2007-02-28: 202-204; 2007-07-09: 205-211; 2007-11-05: 212;
  2008-01-27: 213-221 D22; 2008-06-01: 222-225; 2008-09-21: 226-228; 2009-01-25: 229-230; 2009-07-01: 231;
  2009-11-01: 232 D23; 2010-01-24: 233-234; 2010-06-06: 235; 2011-01-30: 236; 2011-06-05: 237;
  2012-03-01: 238-239; 2012-06-03: 240-243; 2012-09-30: 244-252; 2013-06-02: 253-256;
  2013-11-01: 257-258 P1-P23; 2014-01-26: 259-260; 2014-06-01: 261; 2014-07-01: 133; 2014-11-01: 262-268;
  2015-03-01: 269; 2015-07-01: 270; 2015-11-01: 271-277; always: 278-310 P24-P32 W1-W9 Y1-Y3
`,
  until: `
  2000-06-30: 71;
  2003-10-16: 28 36-37 41 46 48 63-65 67-68 72-73 77 79-84 86 92-93 98-99 A3 B2-B3 B19 B21 D1-D15;
  2006-02-01: 30 47 52 B6 B17; 2006-07-01: 43; 2007-02-01: 196; 2007-04-01: 62; 2007-06-01: 42;
  2007-06-30: 57 88 113 120 123-124 D16-D21; 2008-01-01: A2; 2008-04-01: 25 126-127 145 A4;
  2009-01-01: D22; 2009-03-01: B18; 2009-07-01: 17; 2009-10-01: 156; 2012-01-01: 87 D23; 2012-07-01: 141;
  2013-01-01: 38; 2013-11-01: 125; 2014-07-01: 162 191 214 217-218 220-221 230 244 255 W1-W9 Y1-Y3;
  2015-07-01: A7; 2016-05-01: B5
`,
});

/** Reasons that require a remark code other than an alert. */
export const reasonsThatNeedRemark: ReadonlySet<string> = new Set([
  ...['16', '96', 'A1', '129', '148', '226', '227', '234', '237', '250', '251', '252', '267'],
]);

/** The group codes of reasons that are limited to certain groups. */
export const groupsOfReason: ReadonlyMap<string, readonly string[]> = new Map([
  ['18', ['OA']],
  ['23', ['OA']],
  ['133', ['OA']],
  ['136', ['OA']],
  ['209', ['OA']],
]);

/** The contractual difference, which is never the whole charge. */
export const feeScheduleReason = '45';
