import { describe, expect, test } from '@jest/globals';
import { acknowledgment, acknowledgmentFile } from '#test/fixtures/x12/acknowledgment.ts';
import { bytesOf, claimText, group, interchange, replace } from '#test/fixtures/x12/interchange.ts';
import { claim, line, remittance, remittanceFile, remittanceOf } from '#test/fixtures/x12/remittance.ts';
import { haveSamples, readSample, samples } from '#test/fixtures/x12/samples.ts';
import { supplementalAmount, supplementalQuantity } from '#x12/codes/claim-payment.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import type { LoopSpec } from '#x12/guide/guide.ts';
import { claimPaymentLoop, servicePaymentLoop } from '#x12/guides/835/claim.ts';
import { narrow, shown } from './shown.ts';

describe('text', () => {
  describe('an 837P as text', () => {
    test('shows submitter, billing provider, subscriber, diagnoses, lines and totals', async () => {
      const text = narrow(await shown(claimText()));
      for (const line of [
        'Professional claims (837P), set 0001\n==',
        '  Submitter  GRANARY CLINIC (trading partner id 12345678)\n',
        'Billing provider: GRANARY CLINIC (NPI 1234567893)\n--',
        '  Tax id  841234567\n',
        'Claim CLAIM1\n--',
        '  Subscriber  ISAACS, ANNA (member id A123456)\n',
        '  Patient  the subscriber\n',
        '  Payer  PAYER (payer id P1)\n',
        '  Place of service  11 Office\n',
        '  1  E119  ABK\n',
        '  1  HC 99213  2025-12-01  1  1 UN  100.00\n',
        '  Sum of the lines  100.00 is the charge of the claim\n',
      ])
        expect(text).toContain(line);
    });

    test('shows by how much the lines differ, references and dates', async () => {
      const text = claimText((segments) => [
        ...replace(segments, 'CLM', 'CLM*CLAIM1*150***11:B:7*Y*A*Y*Y', 'DTP*431*D8*20251120', 'REF*F8*ICN9'),
      ]);
      const page = narrow(await shown(text));
      expect(page).toContain('  Sum of the lines  100.00 differs by 50.00\n');
      expect(page).toContain('  Frequency  7 replacement of a prior claim\n');
      expect(page).toContain('  Onset  2025-11-20\n  Original claim number  ICN9\n');
    });

    test('shows what another payer paid and adjusted on a line', async () => {
      const text = claimText((segments) => [
        ...segments,
        ...['SVD*P2*40*HC:99213**1', 'CAS*CO*45*50', 'CAS*PR*3*10', 'DTP*573*D8*20251220'],
      ]);
      expect(narrow(await shown(text))).toContain(
        '  1  P2  HC 99213  2025-12-20  40.00  CO 45 50.00, PR 3 10.00\n',
      );
    });

    test('shows a billing provider once for all its claims', async () => {
      const text = claimText((segments) => [
        ...segments,
        ...segments.slice(segments.findIndex((one) => one.startsWith('CLM'))),
      ]);
      const page = await shown(text);
      expect(page.match(/^Claim CLAIM1$/gm)).toHaveLength(2);
      expect(page.match(/^Billing provider:/gm)).toHaveLength(1);
    });
  });

  describe('responses as text', () => {
    test('a 277CA has the status of each claim and line', async () => {
      const text = narrow(await shown(acknowledgmentFile(acknowledgment())));
      for (const line of [
        'Claim acknowledgment (277CA), set 0001\n==',
        '  Accepted claims  1, 125.00\n',
        'Status of the batch: accepted\n--',
        'Claim PCN1: accepted\n--',
        '  Payer claim number  ICN1\n',
        '  claim  A2 accepted into adjudication  20 accepted for processing  WQ accept  2025-03-10  125.00\n',
        'Claim PCN2: rejected\n--',
        '  Line 1  Charge 125.00, Control number L1, Service date 2025-02-01, Units 1\n',
        '  claim  A7 rejected for invalid information  562 NPI  85 billing provider  U reject  2025-03-10  125.00\n',
        '  line 1 HC 99213-25  A7 rejected for invalid information  454 procedure code  U reject  2025-03-10\n',
      ])
        expect(text).toContain(line);
    });

    test('a 999 has the verdict on each set, and each error with its place and text', async () => {
      const set = [
        ...['ST*999*0001*005010X231A1', 'AK1*HC*17*005010X222A1', 'AK2*837*0003*005010X222A1'],
        ...['IK3*CLM*22*2300*8', 'CTX*CLM01:98765', 'IK4*5:3*1325*7*Q', 'IK3*HI*23*2300*3'],
        ...['CTX*SITUATIONAL TRIGGER*CLM*22**5:3*C023:1325', 'IK5*R*5', 'AK2*837*0004*005010X222A1', 'IK5*A'],
        ...['AK9*P*2*2*1', 'SE*13*0001'],
      ];
      const file = interchange([group([set], { functionalId: 'FA', version: '005010X231A1' })]);
      const text = narrow(await shown(file));
      for (const line of [
        'Functional group HC 17: partially accepted\n--',
        '  Sets sent  2\n  Sets received  2\n  Sets accepted  1\n',
        '  837  0003  005010X222A1  R rejected  5 one or more segments in error\n',
        '  837  0004  005010X222A1  A accepted\n',
        '  CLM  22  2300  CLM05-3  7 invalid code  Q  CLM01 98765\n',
        '  HI  23  2300  3 required segment missing  CLM05-3 in segment 22\n',
      ])
        expect(text).toContain(line);
    });

    test('a TA1 has its result and note, and a set that is not read is named', async () => {
      const ta1 = interchange([]).replace('IEA*0', 'TA1*000000905*260115*0930*R*006~\nIEA*0');
      const text = narrow(await shown(ta1));
      expect(text).toContain('Interchange acknowledgment (TA1) of 000000905\n==');
      expect(text).toContain(
        '  Result  R rejected\n  Sent  2026-01-15 09:30\n  Note  006 invalid sender id\n',
      );
      const set = ['ST*834*0001*005010X220A1', 'BGN*00*1*20260101', 'SE*3*0001'];
      const other = await shown(interchange([group([set], { functionalId: 'BE', version: '005010X220A1' })]));
      expect(other).toContain('Transaction set 834 (benefit enrollment) 0001\n');
    });
  });

  describe('a claim status request as text', () => {
    test('names the command that shows its content', async () => {
      const set = ['ST*276*0001*005010X212', 'BHT*0010*13*INQ1*20260115*0930', 'SE*3*0001'];
      const file = interchange([group([set], { functionalId: 'HR', version: '005010X212' })]);
      expect(await shown(file)).toContain('  Content  not shown: use x12 inspect\n');
    });
  });

  describe('a damaged file as text', () => {
    test('shows what can be read, and where the file breaks off', async () => {
      const file = remittanceFile(remittance());
      const cut = file.subarray(0, file.indexOf('CLP*PCN2') + 60);
      const text = await shown(cut);
      expect(text).toContain('Claim 1: PCN1\n');
      expect(text).toContain('Claim 2: PCN2\n');
      expect(text).toContain('no: the set ends inside this claim\n');
      expect(text).toContain(
        `  ! The file ends before the IEA of its last interchange; it may be cut off\n    at byte ${cut.length}\n`,
      );
      expect(text).toMatch(
        / {2}! SE is missing; .*\n {4}at interchange 000000007, group 7, transaction 0001, SE, byte/,
      );
    });

    test('names the segment and element of a fault before its claim', async () => {
      const text = claimText((segments) => replace(segments, 'CLM', 'CLM*CLAIM1*abc***11:B:1*Y*A*Y*Y'));
      const page = await shown(text);
      expect(page).toMatch(
        / {2}! .*\n {4}at interchange 000000001, .*, loop 2300, CLM02, segment 18, byte \d+, claim CLAIM1\n/,
      );
      expect(page.indexOf('CLM02')).toBeLessThan(page.indexOf('Claim CLAIM1\n'));
      expect(page).not.toContain('abc');
    });

    test('shows at most 20 faults of a set', async () => {
      const text = claimText((segments) => [...segments, ...Array.from({ length: 50 }, () => 'ZZZ*1')]);
      const page = await shown(text);
      expect(page.match(/^ {2}! /gm)).toHaveLength(21);
      expect(page).toMatch(/ {2}! \d+ more faults; x12 validate --text lists all\n/);
    });

    test('refuses input that is not X12', async () => {
      await expect(shown('no X12')).rejects.toThrow(X12Error);
    });
  });

  describe('hostile values as text', () => {
    const hostile = [
      ['a terminal escape sequence', '\u001b[2J\u001b]0;owned\u0007', '·[2J·]0;owned·'],
      ['a carriage return and a backspace', 'A\rB\bC', 'A·B·C'],
      ['a C1 control character', 'A\u009b31mB', 'A·31mB'],
      ['a mark that reverses the text', 'A\u202eB\u2066C', 'A·B·C'],
      ['a line separator', 'A\u2028B', 'A·B'],
    ] as const;

    test.each(hostile)('%s is not printed', async (_, value, printed) => {
      const page = await shown(
        claimText((segments) => replace(segments, 'NM1*IL', `NM1*IL*1*${value}*X****MI*A1`)),
      );
      expect(page).toContain(`${printed}, X (member id A1)`);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the page must hold none but line ends
      expect(page).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e\u2066]/);
    });
  });

  (haveSamples ? test : test.skip)('every public sample is shown, the same each time', async () => {
    for (const { file } of samples()) {
      const bytes = readSample(file);
      const text = await shown(bytes);
      expect(text).toContain('Interchange');
      expect(await shown(bytes)).toBe(text);
    }
  });

  test('a claim number of the file is shown, also one that begins like a formula', async () => {
    expect(
      await shown(bytesOf(claimText((s) => replace(s, 'CLM', 'CLM*=1+1*100***11:B:1*Y*A*Y*Y')))),
    ).toContain('Claim =1+1\n');
  });
});

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
