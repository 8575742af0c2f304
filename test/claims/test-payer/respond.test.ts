import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { respondAsTestPayer } from '#claims/clearhouse/test-payer/respond.ts';
import { respondToStagedFile, type TestPayerPorts } from '#claims/clearhouse/test-payer/respond-to-staged.ts';
import { scenarioOf } from '#claims/clearhouse/test-payer/scenario.ts';
import { putNewObject } from '#store/s3/x12-bucket.ts';
import type { ClaimStatus } from '#x12/277ca/model.ts';
import type { ClaimPayment } from '#x12/835/model.ts';
import { type WritableClaim, writeClaims } from '#x12/837p/write/claims.ts';
import type { ImplementationAcknowledgment } from '#x12/999/functional-group-response.ts';
import type { TransactionHandlers } from '#x12/engine/transactions.ts';
import { validateSync } from '#x12/engine/validate.ts';
import type { Finding } from '#x12/findings/finding.ts';
import { dependentVisit, envelope, officeVisit } from '../../fixtures/x12/claim.ts';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';

describe('the test payer', () => {
  const now = envelope.moment;
  const name = 'tp12345678-837P-20260315120000000-1of1.x12';

  const numbered = (...numbers: readonly string[]): WritableClaim[] =>
    numbers.map((patientControlNumber) => ({ ...officeVisit, patientControlNumber }));

  const responsesTo = (claims: readonly WritableClaim[], claimsPerSet = 5000) =>
    respondAsTestPayer(writeClaims(claims, envelope, { claimsPerSet }), name);

  /** Reads the responses with the engine. `faults` holds their errors. */
  function reading(claims: readonly WritableClaim[], claimsPerSet?: number) {
    const statuses: ClaimStatus[] = [];
    const payments: ClaimPayment[] = [];
    const groups: ImplementationAcknowledgment[] = [];
    const faults: Finding[] = [];
    const responses = responsesTo(claims, claimsPerSet);
    for (const { bytes } of responses) {
      const handlers: TransactionHandlers = {
        claimAcknowledgments: { status: (status) => void statuses.push(status) },
        remittances: { claim: (payment) => void payments.push(payment) },
        implementationAcknowledgment: (group) => void groups.push(group),
      };
      for (const finding of validateSync(bytes, { now, handlers })) {
        if (finding.severity === 'error' || finding.severity === 'fatal') faults.push(finding);
      }
    }
    return { kinds: responses.map(({ kind }) => kind), statuses, payments, groups, faults };
  }

  test('selects the scenario by the first two characters in any case', () => {
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

  test('responds with a valid 999, 277CA and 835', () => {
    const claims = [...numbered('A-1', 'RC-2', 'PP-3', 'DN-4', 'RV-5', 'SI-6'), dependentVisit];
    const { kinds, faults } = reading(claims);
    expect(kinds).toEqual(['999', '277CA', '835']);
    expect(faults).toEqual([]);
  });

  test('derives file names from the claim file', () => {
    expect(responsesTo(numbered('A-1')).map((file) => file.name)).toEqual([
      'tp12345678-837P-20260315120000000-1of1_999.x12',
      'tp12345678-277CA-20260315120000000-1of1.x12',
      'tp12345678-835-20260315120000000-1of1.x12',
    ]);
  });

  test('returns the same bytes for the same file', () => {
    const claims = numbered('A-1', 'PP-2');
    expect(responsesTo(claims)).toEqual(responsesTo(claims));
  });

  test('accepts and rejects claims in the 277CA', () => {
    const { statuses } = reading(numbered('A-1', 'RC-2', 'SI-3'));
    expect(
      statuses.map(({ numbers, category, disposition, conflict }) => [
        numbers.trn02,
        category,
        disposition,
        conflict,
      ]),
    ).toEqual([
      ['A-1', 'A2', 'accepted', false],
      ['RC-2', 'A7', 'rejected', false],
    ]);
    expect(statuses.map(({ numbers }) => numbers.ref_1k !== undefined)).toEqual([true, false]);
  });

  test('pays, partly pays, denies and reverses in balanced remittances', () => {
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

  test('rejects the set of a claim in the 999, and sends nothing else for that set', () => {
    const { groups, statuses, payments } = reading(numbered('A-1', 'R9-2', 'A-3', 'A-4'), 2);
    const [group] = groups;
    expect(group?.code).toBe('P');
    expect(group?.sets.map(({ controlNumber, code }) => [controlNumber, code])).toEqual([
      ['0001', 'R'],
      ['0002', 'A'],
    ]);
    expect(group?.sets[0]?.segments[0]?.businessUnit).toEqual([{ name: 'CLM01', value: 'R9-2' }]);
    expect(statuses.map(({ numbers }) => numbers.trn02)).toEqual(['A-3', 'A-4']);
    expect(payments.map(({ patientControlNumber }) => patientControlNumber)).toEqual(['A-3', 'A-4']);
  });

  test('sends nothing if all claims are silent, and only a 999 if some are', () => {
    expect(responsesTo(numbered('SI-1', 'SI-2'))).toEqual([]);
    expect(reading(numbered('SI-1', 'RC-2')).kinds).toEqual(['999', '277CA']);
  });

  test('acknowledges a void without a remittance', () => {
    const [claim] = numbered('A-1');
    const voided: WritableClaim[] = claim
      ? [{ ...claim, frequency: '8', references: { originalClaimNumber: 'ICN1' } }]
      : [];
    expect(reading(voided).kinds).toEqual(['999', '277CA']);
  });

  test('rejects what the standard rejects', () => {
    const bytes = writeClaims(numbered('A-1'), envelope);
    const broken = Buffer.from(bytes.toString('latin1').replace('CLM*A-1*175.5*', 'CLM*A-1*ABC*'), 'latin1');
    const responses = respondAsTestPayer(broken, name);
    expect(responses.map(({ kind }) => kind)).toEqual(['999']);
    expect(Buffer.from(responses[0]?.bytes ?? []).toString()).toContain('IK5*R');
  });
});

describe('respond to staged', () => {
  let stores: LocalStores;
  beforeAll(async () => {
    stores = await startLocalStores();
  });
  afterAll(() => stores.stop());

  const name = 'tp12345678-837P-20260315120000000-1of1.x12';
  const text = claimFileText({ claims: [{ pcn: 'OK-1' }] });

  /** Ports whose inbox is that of the stores. `puts` are the names of the responses that were sent. */
  function ports(handled: Set<string>, puts: string[]): TestPayerPorts {
    return {
      isHandled: async (file) => handled.has(file),
      rememberHandled: async (file) => void handled.add(file),
      findSubmission: async () => undefined,
      read: async () => Buffer.from(text),
      async putInInbox({ name, bytes }) {
        puts.push(name);
        await putNewObject(stores.bucket, `inbox/test-payer/${name}`, bytes, 'application/edi-x12');
      },
      pause: async () => {},
    };
  }

  test('sends each response once when two runs begin at the same time and the intake is faster than one of them', async () => {
    const [handled, puts] = [new Set<string>(), [] as string[]];
    const first = ports(handled, puts);
    const second: TestPayerPorts = {
      ...first,
      read: async () => {
        await respondToStagedFile(name, first);
        return first.read();
      },
    };
    await respondToStagedFile(name, second);
    expect(puts).toHaveLength(3);
    expect(new Set(puts).size).toBe(3);
  });

  test('sends the responses that a killed run has not sent', async () => {
    const [handled, puts] = [new Set<string>(), [] as string[]];
    const whole = ports(handled, puts);
    const killed: TestPayerPorts = {
      ...whole,
      putInInbox: (response) =>
        response.kind === '835' ? Promise.reject(new Error('killed')) : whole.putInInbox(response),
    };
    await expect(respondToStagedFile(name, killed)).rejects.toThrow('killed');
    await respondToStagedFile(name, whole);
    await respondToStagedFile(name, whole);
    expect(puts).toHaveLength(3);
    expect(await stores.keys('inbox/test-payer/')).toHaveLength(3);
  });

  test('leaves a response that is already in the inbox', async () => {
    const key = 'inbox/test-payer/there.x12';
    await stores.put(key, 'first');
    await putNewObject(stores.bucket, key, Buffer.from('second'), 'application/edi-x12');
    expect(await stores.read(key)).toBe('first');
  });
});
