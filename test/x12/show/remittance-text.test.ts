import { describe, expect, test } from '@jest/globals';
import { claim, line, remittance, remittanceFile, remittanceOf } from '#test/fixtures/x12/remittance.ts';
import { supplementalAmount, supplementalQuantity } from '#x12/codes/claim-payment.ts';
import type { LoopSpec } from '#x12/guide/guide.ts';
import { claimPaymentLoop, servicePaymentLoop } from '#x12/guides/835/claim.ts';
import { narrow, shown } from './shown.ts';

describe('an 835 as text', () => {
  test('names payer, payee and payment', async () => {
    const text = narrow(await shown(remittanceFile(remittance()), { title: 'march.835' }));
    expect(text).toMatch(/^march\.835\n#{9}\n/);
    for (const line of [
      'Remittance (835), set 0001\n==',
      '  Payer  STATE PAYER\n',
      '  Payee  CLINIC (NPI 1234567893)\n',
      '  Payment  160.00 USD\n',
      '  Method  ACH automated clearing house\n',
      '  Trace number  EFT1\n',
      '  Payment date  2025-03-10\n',
    ])
      expect(text).toContain(line);
  });

  test('shows claims with lines, adjustments and their texts', async () => {
    const text = narrow(await shown(remittanceFile(remittance())));
    for (const line of [
      'Claim 1: PCN1\n--',
      '  Status  1 processed as primary\n',
      '  Charge  100.00\n  Paid  80.00\n  Patient responsibility  5.00\n',
      '  Patient  FERN, OLIVE (member id A123456)\n',
      '  1  HC 99213  2025-02-01  1  100.00  80.00  L1\n',
      '  line 1  CO contractual obligation  45 charge above the fee schedule or contract  15.00\n',
      '  line 1  PR patient responsibility  2 coinsurance  5.00\n',
      '  1234567893  2025-12-31  WO overpayment recovery  ICN0  80.00\n',
    ])
      expect(text).toContain(line);
  });

  test('lists the amounts of the claim and its lines with the text of each qualifier', async () => {
    const paid = claim({
      amounts: [
        { qualifier: 'AU', amount: 8_500 },
        { qualifier: 'I', amount: 125 },
      ],
      lines: [line({ amounts: [{ qualifier: 'B6', amount: 8_500 }] })],
    });
    const file = remittanceFile(remittanceOf([paid]));
    const text = narrow(await shown(file));
    for (const amount of [
      '  claim  AU coverage amount  85.00\n',
      '  claim  I interest  1.25\n',
      '  line 1  B6 allowed amount  85.00\n',
    ])
      expect(text).toContain(amount);
    const page = await shown(file, { html: true });
    for (const amount of ['AU coverage amount', 'I interest', 'B6 allowed amount'])
      expect(page).toContain(amount);
  });

  test('lists the quantities of the claim and its lines with the text of each qualifier', async () => {
    const paid = claim({
      quantities: [{ qualifier: 'VS', quantity: 3 }],
      lines: [line({ quantities: [{ qualifier: 'ZK', quantity: 1.5 }] })],
    });
    const file = remittanceFile(remittanceOf([paid]));
    const text = narrow(await shown(file));
    expect(text).toContain('  claim  VS visits  3\n');
    expect(text).toContain('  line 1  ZK federal payment mandate, category 1  1.5\n');
    const page = await shown(file, { html: true });
    for (const quantity of ['Supplemental quantities', 'VS visits']) expect(page).toContain(quantity);
  });

  test.each([
    ['AMT', supplementalAmount],
    ['QTY', supplementalQuantity],
  ])('has a text for each %s that the guide permits', (id, { entries }) => {
    const permitted = [claimPaymentLoop, servicePaymentLoop].flatMap((loop) => qualifiersOf(loop, id));
    expect(new Set(entries.keys())).toEqual(new Set(permitted));
  });

  test('shows how lines, claims and payment balance', async () => {
    const text = narrow(await shown(remittanceFile(remittance())));
    for (const line of [
      '  line 1  SVC02 - CAS = SVC03  100.00 - 15.00 - 5.00 = 80.00  80.00  balanced\n',
      '  claim  CLP03 - CAS = CLP04  100.00 - 15.00 - 5.00 = 80.00  80.00  balanced\n',
      '  claim  sum of SVC02 = CLP03  100.00 + 100.00 = 200.00  200.00  balanced\n',
      '  payment  sum of CLP04 - PLB = BPR02  240.00 - 80.00 = 160.00  160.00  balanced\n',
    ])
      expect(text).toContain(line);
  });

  test('shows the sums of TS3 and TS2 once, before their claims', async () => {
    const bytes = withSegments(
      'CLP*PCN1',
      'TS3*1234567893*11*20251231*2*200********15.5*********2*3~TS2*100*20*****4~',
    );
    const text = narrow(await shown(bytes));
    for (const line of [
      'Provider summary 1\n--',
      '  Provider  1234567893\n',
      '  Place of service  11 Office\n  Fiscal period  2025-12-31\n  Claims  2\n  Charge  200.00\n',
      '  Total MSP payer amount  15.50\n  Total patient reimbursement  2.00\n  Total PIP claim count  3\n',
      '  Total DRG amount  100.00\n  Total federal specific amount  20.00\n  Total outlier day count  4\n',
    ])
      expect(text).toContain(line);
    expect(text.split('Provider summary').length).toBe(2);
    expect(text.indexOf('Provider summary')).toBeLessThan(text.indexOf('Claim 1: PCN1'));
  });

  test('shows the numbers of MIA and MOA', async () => {
    const bytes = withSegments('DTM*232*', 'MIA*3*10.5**900**40~MOA*0.8*55******7*1.25~');
    const text = narrow(await shown(bytes));
    for (const line of [
      '  Covered days or visits  3\n  DRG amount  900.00\n  PPS operating outlier amount  10.50\n',
      '  Disproportionate share amount  40.00\n  Reimbursement rate  0.8\n  HCPCS payable amount  55.00\n',
      '  ESRD payment amount  7.00\n  Nonpayable professional component amount  1.25\n',
    ])
      expect(text).toContain(line);
  });

  test('shows by how much sums differ', async () => {
    const wrong = claim({ paid: 9_000, lines: [line({ charge: 10_001 })] });
    const text = narrow(await shown(remittanceFile(remittanceOf([wrong]))));
    for (const line of [
      '  line 1  SVC02 - CAS = SVC03  100.01 - 15.00 - 5.00 = 80.01  80.00  differs by -0.01\n',
      '  claim  CLP03 - CAS = CLP04  100.00 - 15.00 - 5.00 = 80.00  90.00  differs by 10.00\n',
      '  claim  sum of SVC02 = CLP03  100.01 = 100.01  100.00  differs by -0.01\n',
      '  Lines out of balance  1\n  Claims out of balance  1\n',
    ])
      expect(text).toContain(line);
  });

  test('shows remarks with their texts, and a reversal with its net', async () => {
    const original = claim({
      remarks: ['MA130'],
      lines: [line({ remarks: [{ qualifier: 'HE', value: 'M15' }] })],
    });
    const reversal = claim({
      ...{ statusCode: '22', charge: -10_000, paid: -8_000, patientResponsibility: undefined },
      lines: [
        line({
          ...{ charge: -10_000, paid: -8_000 },
          adjustments: [{ group: 'CO', reason: '45', amount: -2_000 }],
        }),
      ],
    });
    const text = narrow(await shown(remittanceFile(remittanceOf([original, reversal]))));
    for (const line of [
      '  claim  MA130 not processable, no appeal: send a new claim\n',
      '  line 1  M15 component of a bundled service, not paid separately\n',
      '  Status  22 reversal of a previous payment\n',
      '  line 1  SVC02 - CAS = SVC03  -100.00 + 20.00 = -80.00  -80.00  balanced\n',
      '  PCN1  ICN1  80.00  -80.00  0.00\n',
    ])
      expect(text).toContain(line);
  });

  test('shows all sets of a file', async () => {
    const text = await shown(remittanceFile(remittance(), remittance()));
    expect(text.match(/^Remittance \(835\), set/gm)).toHaveLength(2);
    expect(text.match(/^Claim 1: PCN1$/gm)).toHaveLength(2);
  });
});

/** The values of AMT01 in a loop of the guide. */
function qualifiersOf({ children }: LoopSpec, id: string): readonly string[] {
  return children.flatMap((child) => {
    if (child.kind !== 'segment' || child.id !== id) return [];
    const [qualifier] = child.elements;
    return qualifier?.kind === 'element' ? [...(qualifier.codes?.entries.keys() ?? [])] : [];
  });
}

/** The usual remittance with more segments before the first of this kind. */
function withSegments(before: string, added: string): Buffer {
  const text = Buffer.from(remittanceFile(remittance())).toString('latin1');
  return Buffer.from(text.replace(before, `${added}${before}`), 'latin1');
}
