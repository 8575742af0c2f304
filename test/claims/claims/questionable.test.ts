import { describe, expect, test } from '@jest/globals';
import type { Claim } from '#claims/claims/claim.ts';
import { questionable } from '#claims/claims/read-chains.ts';
import { storedClaim } from '../responses/engine/claims.ts';

/** Claims that one response may be about, each the first of a chain. */
const heads = (count: number): readonly Claim[] =>
  Array.from({ length: count }, (_, n) => storedClaim({ id: `head-${n}` }));

const chainOf =
  (members: number) =>
  (head: Claim): readonly Claim[] => [
    head,
    ...Array.from({ length: members - 1 }, (_, n) => storedClaim({ id: `${head.id}-${n}`, chain: head.id })),
  ];

describe('An ambiguous response puts in review', () => {
  test.each([
    ['24 claims that are alone', 30, 1, 24],
    ['the claims of 2 chains of 20', 6, 20, 2],
    ['the claims of 9 chains of 5', 24, 5, 9],
    ['a claim of the longest chain', 1, 20, 1],
  ])('no more than %s', (_, count, members, expected) => {
    expect(questionable(heads(count), chainOf(members))).toEqual(heads(count).slice(0, expected));
  });

  test('several claims of one chain, which counts once', () => {
    const chain = chainOf(20)(storedClaim({ id: 'head' }));
    expect(questionable(chain, () => chain)).toEqual(chain);
  });
});
