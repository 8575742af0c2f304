import { beforeAll, describe, expect, test } from '@jest/globals';
import { carcKind, carcRows } from '#claims/remittances/carc.ts';
import { fieldValue } from '#web/claims/code/field-name.ts';
import { nameOfPayer, otherName } from '#web/claims/payer/payer-name.ts';
import { bearerText } from '#web/claims/remittances/cuts.ts';
import { stateText } from '#web/claims/unmatched/item-words.ts';
import { x12 as en } from '#web/text/en/x12.ts';
import { x12 as es } from '#web/text/es/x12.ts';
import { loadTexts, texts } from '#web/text/texts.ts';
import { codeText } from '#web/text/x12-texts.ts';
import { acknowledgmentCode } from '#x12/codes/acknowledgment.ts';
import { claimFilingIndicators837p } from '#x12/codes/claim-codes.ts';
import { claimStatusCategory } from '#x12/codes/claim-status.ts';
import { placesOfService } from '#x12/codes/place-of-service.ts';

const languages = ['en', 'es'] as const;
const meanings = { en, es };
beforeAll(() => loadTexts('claims', 'en'));

describe('a code', () => {
  test('has its meaning beside it', () => {
    expect(codeText(en, 'status', 'A2:20')).toBe(
      'A2:20: accepted into adjudication, accepted for processing',
    );
    expect(codeText(es, 'status', 'A2:20')).toBe('A2:20: aceptada para adjudicación, aceptada para procesar');
    expect(codeText(en, 'status', 'Z9:9999')).toBe('Z9:9999');
    expect(codeText(undefined, 'place_of_service', '11')).toBe('11');
    expect(codeText(en, 'acknowledgment', 'E')).toBe('E: accepted, errors noted');
  });

  test.each(languages)('of a claim or acknowledgment has a meaning in %s', (language) => {
    const lists = {
      place_of_service: placesOfService,
      claim_filing: claimFilingIndicators837p,
      acknowledgment: acknowledgmentCode,
    } as const;
    const codes = (['place_of_service', 'claim_filing', 'acknowledgment'] as const).flatMap((kind) =>
      [...lists[kind].entries.keys()].map((code) => meanings[language].code(kind, code)),
    );
    const statuses = [...claimStatusCategory.entries]
      .filter(([, { text }]) => text !== undefined)
      .map(([category]) => meanings[language].code('status', category));
    expect(codes.length + statuses.length).toBeGreaterThan(100);
    expect([...codes, ...statuses].filter((text) => text === undefined)).toEqual([]);
  });

  test.each([
    ['/place_of_service', '11', '11: Office'],
    ['/subscriber/claim_filing', 'CI', 'CI: Commercial insurance'],
    ['/frequency', '7', 'Correction (7)'],
    ['/lines/0/unit', 'MJ', 'MJ: Minutes'],
    ['/patient_control_number', '11', '11'],
  ])('in %s of a claim is shown as a person reads it: %s', (pointer, value, shown) => {
    expect(fieldValue(pointer, value, en)).toBe(shown);
  });
});

describe('who bears an adjustment', () => {
  test('is the provider only for what is agreed', () => {
    const { writeOff } = texts.remittances.bearers;
    const writtenOff = [...carcRows.keys()].filter(
      (reason) => bearerText({ group: 'CO', reason }) === writeOff,
    );
    expect(writtenOff).toContain('45');
    expect(writtenOff.filter((reason) => !/agreed|interest/.test(carcKind('CO', reason)))).toEqual([]);
  });

  test.each([
    ['CO', '50', 'denied: can be corrected or appealed'],
    ['OA', '18', 'refused as a duplicate'],
    ['CO', '133', 'not decided yet'],
    ['PR', '204', 'the patient owes it'],
    ['OA', '94', 'other adjustment'],
  ])('is named for %s-%s', (group, reason, text) => {
    expect(bearerText({ group, reason })).toBe(text);
  });
});

describe('the state of a response', () => {
  const decision = { at: '2026-03-22T04:28:31.944Z', by: 'operator' } as const;

  test('is why it waits, then the last decision', () => {
    const response = { reason: 'unmatched' as const, decisions: [] };
    const attached = [{ ...decision, action: 'attached' as const }];
    const reopened = [...attached, { ...decision, action: 'taken_back' as const }];
    expect(stateText({ ...response, state: 'open' })).toBe('Fits no claim or batch');
    expect(stateText({ ...response, state: 'resolved', decisions: attached })).toBe('Attached by a person');
    expect(stateText({ ...response, state: 'open', decisions: reopened })).toBe('Fits no claim or batch');
  });
});

describe('the name of a payer', () => {
  const payers = [{ id: '60054', name: 'Plains Health' }];

  test('is that of the configuration before the one in a file, then the id', () => {
    expect(nameOfPayer(payers, '60054', 'PLAINS HEALTH OF COLORADO')).toBe('Plains Health');
    expect(nameOfPayer(payers, '99999', 'STATE PAYER')).toBe('STATE PAYER');
    expect(nameOfPayer(payers, undefined, 'STATE PAYER')).toBe('STATE PAYER');
    expect(nameOfPayer(payers, '99999')).toBe('99999');
  });

  test('in a file is another one if it differs in more than case', () => {
    expect(otherName('Plains Health', 'PLAINS HEALTH')).toBeUndefined();
    expect(otherName('Plains Health', 'PLAINS HMO')).toBe('PLAINS HMO');
  });
});
