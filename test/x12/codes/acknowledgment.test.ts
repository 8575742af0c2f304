import { expect, test } from '@jest/globals';
import {
  acknowledgmentCode,
  elementErrorCode,
  groupErrorCode,
  segmentErrorCode,
  setErrorCode,
} from '#x12/codes/acknowledgment.ts';
import type { CodeList } from '#x12/guide/code-list.ts';
import type { ChildSpec } from '#x12/guide/guide.ts';
import { guide999 } from '#x12/guides/999.ts';

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
