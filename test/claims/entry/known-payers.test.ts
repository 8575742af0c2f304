import { describe, expect, test } from '@jest/globals';
import { parseConfiguration } from '#claims/configuration/configuration-file.ts';
import { defaultConfiguration } from '#claims/configuration/default-configuration.ts';
import { holdingLane, knownPayers, unknownPayerFindingId } from '#claims/configuration/known-payers.ts';

const payers = knownPayers(await parseConfiguration(defaultConfiguration));
const error = (id: string) => ({ id, severity: 'error' }) as const;

describe('The default configuration', () => {
  test('knows the payers with an 837P block', () => {
    expect(payers.isConfigured('CO_TXIX')).toBe(true);
    expect(payers.isConfigured('NOBODY')).toBe(false);
  });

  test('finds the state profile by receiver and by claim filing indicator', () => {
    expect(payers.profileOfReceiver('COMEDASSISTPROG')?.payer.id).toBe('CO_TXIX');
    expect(payers.profileOfReceiver('NOBODY')).toBeUndefined();
    expect(payers.profileOfFiling('MC')?.payer.id).toBe('CO_TXIX');
    expect(payers.profileOfFiling('CI')).toBeUndefined();
  });
});

describe('Findings keep a claim', () => {
  test.each([
    [[], undefined],
    [[{ id: 'V053', severity: 'warning' } as const], undefined],
    [[error('V051')], undefined],
    [[error('R209')], undefined],
    [[error('V053')], 'draft'],
    [[error(unknownPayerFindingId)], 'review'],
    [[error(unknownPayerFindingId), error('R204')], 'review'],
    [[error(unknownPayerFindingId), error('V053')], 'draft'],
  ])('%j in lane %s', (findings, lane) => {
    expect(holdingLane(findings, { unknownPayerLane: 'review' })).toBe(lane);
  });
});
