import { describe, expect, test } from '@jest/globals';
import { codes } from '#x12/guide/code-list.ts';
import { composite, element, qualifiedSegment, segment } from '#x12/guide/guide.ts';

const elementsOf = (list: string) => segment('CLM', 'Claim', 'R', 1, list).elements;

describe('notation of the elements of a guide', () => {
  test('reads usage, number, count, length, codes and edit', () => {
    expect(elementsOf('R1028!V050 S782x2 N1032 R127<30 R1073=N,Y!V058 NC040')).toEqual([
      element('R', 1028, { edit: 'V050' }),
      element('S', 782),
      element('S', 782),
      element('N', 1032),
      element('R', 127, { max: 30 }),
      element('R', 1073, { codes: codes('N', 'Y'), edit: 'V058' }),
      composite('N', 'C040', []),
    ]);
  });

  test.each(['X127', 'R', 'R127=', 'R127!', 'R127 ', '127'])('refuses the notation %p', (list) => {
    expect(() => elementsOf(list)).toThrow(RangeError);
  });

  test('detects a qualified segment by the codes of its first element', () => {
    const reference = qualifiedSegment('REF', 'Reference', 'S', 1, 'R128=G1,9F R127');
    expect(reference).toMatchObject({ key: 'REF-G1', when: [{ element: 1, values: ['G1', '9F'] }] });
  });
});
