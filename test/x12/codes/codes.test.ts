import { describe, expect, test } from '@jest/globals';
import {
  acknowledgmentCode,
  elementErrorCode,
  groupErrorCode,
  segmentErrorCode,
  setErrorCode,
} from '#x12/codes/acknowledgment.ts';
import { adjustmentReasonCodes } from '#x12/codes/adjustment-reason.ts';
import { adjustmentReasonText } from '#x12/codes/adjustment-reason-texts.ts';
import { claimStatusCategory, claimStatusCode } from '#x12/codes/claim-status.ts';
import { codeFault, datedCodes, expandCodes } from '#x12/codes/dated-codes.ts';
import { alertRemarks, remarkCodes, remarkText } from '#x12/codes/remark.ts';
import { type CodeList, codeValidity } from '#x12/guide/code-list.ts';
import type { ChildSpec } from '#x12/guide/guide.ts';
import { guide999 } from '#x12/guides/999.ts';

describe('dated code lists', () => {
  test('expand ranges', () => {
    expect(expandCodes('A0-A2 MA08-MA10 F3N')).toEqual([
      ...['A0', 'A1', 'A2', 'MA08', 'MA09', 'MA10', 'F3N'],
    ]);
  });

  test('include the first and the last day of a code', () => {
    const list = datedCodes('test', {
      since: '2010-01-01: 1-2; always: 3',
      until: '2015-06-30: 1',
      texts: '',
    });
    expect(codeValidity(list, '1', '2009-12-31')).toBe('not_yet');
    expect(codeValidity(list, '1', '2015-06-30')).toBe('valid');
    expect(codeValidity(list, '1', '2015-07-01')).toBe('expired');
    expect(codeValidity(list, '3', '1900-01-01')).toBe('valid');
    expect(codeValidity(list, '4', '2010-01-01')).toBe('unknown');
  });

  test('refuse a last day without a first day', () => {
    const list = datedCodes('test', { since: '', until: '2015-06-30: 1', texts: '' });
    expect(() => list.entries).toThrow(RangeError);
  });

  test('accept codes that are newer than the service but not newer than the decision', () => {
    const dates = { service: '2012-01-01', decided: '2013-01-01' };
    expect(codeFault(adjustmentReasonCodes, '251', dates)).toBeUndefined();
    expect(codeFault(adjustmentReasonCodes, '251', { ...dates, decided: '2012-02-01' })).toBe('not_yet');
    expect(codeFault(adjustmentReasonCodes, '42', { service: '2008-01-01', decided: '2008-02-01' })).toBe(
      'expired',
    );
    expect(
      codeFault(adjustmentReasonCodes, '42', { service: '2007-01-01', decided: '2008-02-01' }),
    ).toBeUndefined();
    expect(codeFault(adjustmentReasonCodes, 'ZZ', dates)).toBe('unknown');
  });

  test.each([
    [adjustmentReasonCodes, '125', '2013-11-01', 'valid'],
    [adjustmentReasonCodes, '125', '2013-11-02', 'expired'],
    [adjustmentReasonCodes, 'P12', '2013-10-31', 'not_yet'],
    [adjustmentReasonCodes, '253', '2020-01-01', 'valid'],
    [remarkCodes, 'N14', '2007-10-02', 'expired'],
    [remarkCodes, 'M51', '2020-01-01', 'valid'],
    [remarkCodes, 'N1', '1999-12-31', 'not_yet'],
    [claimStatusCategory, 'A7', '2020-01-01', 'valid'],
    [claimStatusCategory, 'A9', '2020-01-01', 'unknown'],
    [claimStatusCode, '562', '2020-01-01', 'valid'],
    [claimStatusCode, '4', '2020-01-01', 'expired'],
  ] as const)('%#: %s', (list, code, date, standing) => {
    expect(codeValidity(list, code, date)).toBe(standing);
  });

  test('contain texts and alerts', () => {
    expect(adjustmentReasonText('1')).toBe('deductible');
    expect(remarkText('N30')).toBe('patient is not eligible for this service');
    expect(claimStatusCode.entries.get('562')?.text).toBe('NPI');
    expect(alertRemarks.has('MA13')).toBe(true);
    expect(alertRemarks.has('N30')).toBe(false);
  });
});

/** Codes that the guide allows in data element `ref`. */
function allowed(ref: number, children: readonly ChildSpec[] = guide999.children): string[] {
  const found = children.flatMap((child) => {
    if (child.kind === 'loop') return allowed(ref, child.children);
    return child.elements.flatMap((one) =>
      one.kind === 'element' && one.ref === ref ? [...(one.codes?.entries.keys() ?? [])] : [],
    );
  });
  return [...new Set(found)].sort();
}

test.each<[string, CodeList, number[]]>([
  ['AK901 and IK501', acknowledgmentCode, [715, 717]],
  ['IK304', segmentErrorCode, [620]],
  ['IK403', elementErrorCode, [621]],
  ['IK502', setErrorCode, [618]],
  ['AK905', groupErrorCode, [716]],
])('every code of %s in the guide has a text, and no other', (_, list, refs) => {
  const codes = [...new Set(refs.flatMap((ref) => allowed(ref)))].sort();
  expect(codes.length).toBeGreaterThan(5);
  expect([...list.entries.keys()].sort()).toEqual(codes);
  for (const { text } of list.entries.values()) expect(text).toMatch(/^\w/);
});
