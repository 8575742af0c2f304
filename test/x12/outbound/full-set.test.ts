import { expect, test } from '@jest/globals';
import { answered } from '#test/fixtures/x12/answered.ts';
import { claimSegments, claimSet, group, interchange, replace } from '#test/fixtures/x12/interchange.ts';
import { maxFindingsOfSet } from '#x12/outbound/verdict-collector.ts';

const surplus = Array.from({ length: maxFindingsOfSet + 50 }, () => 'PER*IC*BILLING*TE*3035550100');

/** A set with more findings than a 999 reports. */
const full = replace(claimSegments, 'PER', ...surplus);

test('reports 2,000 findings of a set and counts the others', async () => {
  const { of999, leftOut } = await answered(interchange([group([claimSet(full)])]));
  expect(of999.match(/IK3\*/g)).toHaveLength(maxFindingsOfSet);
  // Two contacts are allowed. Each further one is a finding.
  expect(leftOut).toBe(surplus.length - 2 - maxFindingsOfSet);
});

test('reports an envelope fault of a full set, and starts the next set at zero', async () => {
  const miscounted = claimSet(full).map((segment) => segment.replace(/^SE\*\d+/, 'SE*7'));
  const { of999 } = await answered(interchange([group([miscounted, claimSet(claimSegments, '0002')])]));
  expect(of999.match(/IK5[^~]*/g)).toEqual(['IK5*R*4*5', 'IK5*A']);
  expect(of999).toContain('AK9*P*2*2*1~');
});
