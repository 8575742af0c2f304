import { describe, expect, test } from '@jest/globals';
import { respondAsTestPayer } from '#claims/test-payer/respond.ts';
import { scenarioOf } from '#claims/test-payer/scenario.ts';
import type { ClaimStatus } from '#x12/277ca/types.ts';
import type { ClaimPayment } from '#x12/835/types.ts';
import { type WritableClaim, writeClaims } from '#x12/837p/write/claims.ts';
import type { ImplementationAcknowledgment } from '#x12/999/functional-group-response.ts';
import { validateSync } from '#x12/engine/validate.ts';
import type { Finding } from '#x12/findings/finding.ts';
import { dependentVisit, envelope, officeVisit } from '../../fixtures/x12/claim.ts';

const now = envelope.moment;
const name = 'tp12345678-837P-20260315120000000-1of1.x12';

const numbered = (...numbers: readonly string[]): WritableClaim[] =>
  numbers.map((patientControlNumber) => ({ ...officeVisit, patientControlNumber }));

const answersTo = (claims: readonly WritableClaim[], claimsPerSet = 5000) =>
  respondAsTestPayer(writeClaims(claims, envelope, { claimsPerSet }), name);

/** What the answers say, read by the engine, and every fault in them. */
function reading(claims: readonly WritableClaim[], claimsPerSet?: number) {
  const statuses: ClaimStatus[] = [];
  const payments: ClaimPayment[] = [];
  const groups: ImplementationAcknowledgment[] = [];
  const faults: Finding[] = [];
  const answers = answersTo(claims, claimsPerSet);
  for (const { bytes } of answers) {
    const content = {
      claimAcknowledgments: { status: (status: ClaimStatus) => statuses.push(status) },
      remittances: { claim: (payment: ClaimPayment) => payments.push(payment) },
      implementationAcknowledgment: (group: ImplementationAcknowledgment) => groups.push(group),
    };
    for (const finding of validateSync(bytes, { now, handlers: content })) {
      if (finding.severity === 'error' || finding.severity === 'fatal') faults.push(finding);
    }
  }
  return { kinds: answers.map(({ kind }) => kind), statuses, payments, groups, faults };
}

describe('the test payer', () => {
  test('chooses by the first two characters, in either letter case', () => {
    expect(['A-1', 'R9-1', 'rc1', 'PP', 'dn7', 'RV-2', 'SI', 'R8'].map(scenarioOf)).toEqual([
      'paid',
      'rejected_by_999',
      'rejected_by_277ca',
      'partly_paid',
      'denied',
      'reversed',
      'silent',
      'paid',
    ]);
  });

  test('answers with a 999, a 277CA and an 835 that have no fault', () => {
    const claims = [...numbered('A-1', 'RC-2', 'PP-3', 'DN-4', 'RV-5', 'SI-6'), dependentVisit];
    const { kinds, faults } = reading(claims);
    expect(kinds).toEqual(['999', '277CA', '835']);
    expect(faults).toEqual([]);
  });

  test('names its files after the one that it answers', () => {
    expect(answersTo(numbered('A-1')).map((file) => file.name)).toEqual([
      'tp12345678-837P-20260315120000000-1of1_999.x12',
      'tp12345678-277CA-20260315120000000-1of1.x12',
      'tp12345678-835-20260315120000000-1of1.x12',
    ]);
  });

  test('says the same of the same file, byte for byte', () => {
    const claims = numbered('A-1', 'PP-2');
    expect(answersTo(claims)).toEqual(answersTo(claims));
  });

  test('accepts and rejects by 277CA', () => {
    const { statuses } = reading(numbered('A-1', 'RC-2', 'SI-3'));
    expect(
      statuses.map(({ numbers, category, disposition, conflict }) => [
        numbers.trace,
        category,
        disposition,
        conflict,
      ]),
    ).toEqual([
      ['A-1', 'A2', 'accepted', false],
      ['RC-2', 'A7', 'rejected', false],
    ]);
    expect(statuses.map(({ numbers }) => numbers.ref1K !== undefined)).toEqual([true, false]);
  });

  test('pays, pays in part, denies and takes back; every remittance balances', () => {
    const { payments, faults } = reading(numbered('A-1', 'PP-2', 'DN-3', 'RV-4', 'RC-5', 'SI-6'));
    expect(faults).toEqual([]);
    expect(
      payments.map(({ patientControlNumber, statusCode, charge, paid }) => [
        patientControlNumber,
        statusCode,
        charge,
        paid,
      ]),
    ).toEqual([
      ['A-1', '1', 17550, 17550],
      ['PP-2', '1', 17550, 10530],
      ['DN-3', '4', 17550, 0],
      ['RV-4', '1', 17550, 17550],
      ['RV-4', '22', -17550, -17550],
    ]);
    expect(payments[0]?.lines.map(({ lineControlNumber }) => lineControlNumber)).toEqual(['L1', 'L2']);
  });

  test('refuses the set of a claim by 999, names the claim, and says no more of that set', () => {
    const { groups, statuses, payments } = reading(numbered('A-1', 'R9-2', 'A-3', 'A-4'), 2);
    const [group] = groups;
    expect(group?.code).toBe('P');
    expect(group?.sets.map(({ controlNumber, code }) => [controlNumber, code])).toEqual([
      ['0001', 'R'],
      ['0002', 'A'],
    ]);
    expect(group?.sets[0]?.segments[0]?.businessUnit).toEqual([{ name: 'CLM01', value: 'R9-2' }]);
    expect(statuses.map(({ numbers }) => numbers.trace)).toEqual(['A-3', 'A-4']);
    expect(payments.map(({ patientControlNumber }) => patientControlNumber)).toEqual(['A-3', 'A-4']);
  });

  test('says nothing at all when every claim is silent, and only takes the set when some are', () => {
    expect(answersTo(numbered('SI-1', 'SI-2'))).toEqual([]);
    expect(reading(numbered('SI-1', 'RC-2')).kinds).toEqual(['999', '277CA']);
  });

  test('acknowledges a void and pays nothing for it', () => {
    const [claim] = numbered('A-1');
    const voided: WritableClaim[] = claim
      ? [{ ...claim, frequency: '8', references: { originalClaimNumber: 'ICN1' } }]
      : [];
    expect(reading(voided).kinds).toEqual(['999', '277CA']);
  });

  test('refuses what the standard refuses', () => {
    const bytes = writeClaims(numbered('A-1'), envelope);
    const broken = Buffer.from(bytes.toString('latin1').replace('CLM*A-1*175.5*', 'CLM*A-1*ABC*'), 'latin1');
    const answers = respondAsTestPayer(broken, name);
    expect(answers.map(({ kind }) => kind)).toEqual(['999']);
    expect(Buffer.from(answers[0]?.bytes ?? []).toString()).toContain('IK5*R');
  });
});
