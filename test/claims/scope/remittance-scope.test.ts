import { expect, test } from '@jest/globals';
import { isRemittanceWithin } from '#claims/remittances/remittance-json.ts';

const own = '1234567893';
const other = '1245319599';

const remittance = {
  payee: { name: 'VALLEY CLINIC', id_qualifier: 'XX', id: own, tax_id: '841234567' },
  billing_npis: [own],
  provider_adjustments: [],
};
const adjustment = { fiscal_period: undefined, reason: 'WO', reference: undefined, amount: 100 };
const adjusted = (provider: string) => ({ provider_adjustments: [{ ...adjustment, provider }] });

test.each([
  ['paid to the provider, for its claims', {}, true],
  ['with an adjustment of its NPI', adjusted(own), true],
  ['with an adjustment of its tax id', adjusted('841234567'), true],
  ['with an adjustment of another provider', adjusted(other), false],
  ['paid to another provider', { payee: { ...remittance.payee, id: other } }, false],
  ['whose payee has no NPI', { payee: { ...remittance.payee, id_qualifier: 'FI' } }, false],
  ['with a claim of another provider', { billing_npis: [own, other] }, false],
  ['with a payment attached to another provider later', { later_npis: new Set([other]) }, false],
])('a remittance %s: %j', (_, facts, isShown) => {
  const known = { ...remittance, ...facts };
  expect(isRemittanceWithin(known, [own])).toBe(isShown);
  expect(isRemittanceWithin(known, undefined)).toBe(true);
});
