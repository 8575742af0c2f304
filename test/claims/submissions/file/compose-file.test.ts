import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkFile } from '#claims/clearhouse/check-file.ts';
import { composeFile, type OutgoingClaim } from '#claims/clearhouse/compose-file.ts';
import { outgoingFileName, takeUniqueFileName } from '#claims/clearhouse/sendable-file.ts';
import { findPayerConfig, payerProfiles } from '#claims/configuration/configuration.ts';
import { parseConfiguration } from '#claims/configuration/configuration-file.ts';
import { fileNamingSchema } from '#claims/configuration/contract.ts';
import { defaultConfiguration } from '#claims/configuration/default-configuration.ts';
import {
  ambulanceClaim,
  dependentVisit,
  envelope,
  officeVisit,
  secondaryClaim,
} from '#test/fixtures/x12/claim.ts';
import { readClaimsSync } from '#x12/837p/build/read-claims.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import { type WritableClaim, writeClaims } from '#x12/837p/write/claims.ts';

const configuration = await parseConfiguration(defaultConfiguration);
const now = new Date('2026-03-15T18:00:00Z');
const config = findPayerConfig(configuration, 'CO_TXIX', '837P');
const profile = payerProfiles(configuration).get('CO_TXIX');
const fileName = 'tp12345678-837P-20260315120000000-1of1.x12';

/** Claims as the store returns them: read from another sender's file. */
function outgoing(...drafts: readonly WritableClaim[]): OutgoingClaim[] {
  const other = { ...envelope, sender: '999', receiver: '888', interchangeNumber: 4, groupNumber: 5 };
  // One file for each claim, so that claims share no party.
  return drafts
    .flatMap((draft): ProfessionalClaim[] => [...readClaimsSync(writeClaims([draft], other))])
    .map((content, index) => ({ id: `claim-${index + 1}`, content }));
}

const member = (id: string): WritableClaim => ({
  ...officeVisit,
  subscriber: { ...officeVisit.subscriber, id },
  patientControlNumber: `PCN-${id}`,
});

function compose(claims: readonly OutgoingClaim[]) {
  if (config === undefined) throw new Error('No configuration');
  return composeFile(claims, {
    submissionId: 'submission',
    batchId: 'batch',
    controlNumber: 42,
    clearinghouse: configuration.clearinghouse,
    config,
    now,
  });
}

describe('an outgoing file', () => {
  test('contains the configured envelopes and the data of the claims', () => {
    const file = compose(outgoing(officeVisit));
    const text = file.bytes.toString();
    expect(text).toMatch(/^ISA\*00\* {10}\*00\* {10}\*ZZ\*12345678 {7}\*ZZ\*COMEDASSISTPROG\*260315\*1200\*/);
    expect(text).toContain('GS*HC*12345678*COMEDASSISTPROG*20260315*1200*42*X*005010X222A1~');
    expect(text).toContain(
      'BHT*0019*00*CH000000042*20260315*1200*CH~NM1*41*2*GRANARY BILLING*****46*12345678~',
    );
    expect(text).toContain('NM1*40*2*COLORADO MEDICAL ASSISTANCE PROGRAM*****46*COMEDASSISTPROG~');
    const [claim] = readClaimsSync(file.bytes);
    expect(claim).toMatchObject({ patientControlNumber: 'PCN-1', totalCharge: 17550 });
    expect(claim?.lines.map(({ controlNumber }) => controlNumber)).toEqual(['L1', 'L2']);
  });

  test('passes all checks of its receiver, including R200 to R210 and the file name', () => {
    const file = compose(outgoing(member('A000001'), member('A000002')));
    expect(checkFile(file, { now, fileName, profile })).toEqual({ ofFile: [], blocked: [] });
  });

  test('groups claims of one provider and member in one level', () => {
    const file = compose(outgoing(member('A000001'), member('A000002'), member('A000001')));
    expect(file.bytes.toString().match(/HL\*/g)).toHaveLength(3);
    expect(file.claims.map(({ id }) => id)).toEqual(['claim-1', 'claim-3', 'claim-2']);
  });

  test('contains one set with a unique BHT03 for each kind of transaction', () => {
    const encounter: WritableClaim = {
      ...officeVisit,
      transaction: { ...officeVisit.transaction, kind: 'RP' },
    };
    const file = compose(outgoing(officeVisit, encounter));
    expect(file.sets.map(({ set, reference }) => [set, reference])).toEqual([
      ['0001', 'CH000000042'],
      ['0002', 'RP000000042'],
    ]);
  });

  test('reports the position of each claim as acknowledgments count it', () => {
    const file = compose(outgoing(member('A000001'), dependentVisit, secondaryClaim, ambulanceClaim));
    const sets = file.bytes.toString().split('ST*837*').slice(1);
    const segments = sets.map((set) => `ST*837*${set}`.split('~'));
    const places = file.sets.flatMap(({ set, claims }) =>
      claims.map((claim) => ({ ...claim, set: Number(set) })),
    );
    expect(places).toHaveLength(4);
    for (const { set, at, billing, subscriber, patient, patient_control_number } of places) {
      const segment = (position: number) => segments[set - 1]?.[position - 1] ?? '';
      expect(segment(at)).toMatch(new RegExp(`^CLM\\*${patient_control_number}\\*`));
      expect(segment(billing)).toMatch(/^HL\*\d+\*\*20\*1/);
      expect(segment(subscriber)).toMatch(/^HL\*\d+\*\d+\*22\*/);
      if (patient !== undefined) expect(segment(patient)).toMatch(/^HL\*\d+\*\d+\*23\*/);
    }
  });

  test('stores a large set in several records', () => {
    const [claim] = outgoing(officeVisit);
    const many = Array.from({ length: 2500 }, (_, n): OutgoingClaim[] =>
      claim ? [{ id: `claim-${n}`, content: { ...claim.content, patientControlNumber: `N${n}` } }] : [],
    ).flat();
    const { sets } = compose(many);
    expect(sets.map(({ first, claims }) => [first, claims.length])).toEqual([
      [0, 1000],
      [1000, 1000],
      [2000, 500],
    ]);
  });
});

describe('faults of a file', () => {
  const faults = (...claims: readonly WritableClaim[]) =>
    checkFile(compose(outgoing(...claims)), { now, fileName, profile });
  const blockedIds = ({ blocked }: ReturnType<typeof faults>) =>
    blocked.map(({ claim_id, findings }) => [claim_id, findings.map(({ id }) => id)]);

  test('of a claim block only that claim', () => {
    const attached: WritableClaim = {
      ...member('A000002'),
      attachments: [{ reportType: 'OZ', transmission: 'AA' }],
    };
    expect(blockedIds(faults(member('A000001'), attached))).toEqual([['claim-2', ['R208']]]);
  });

  test('of a level block all claims of the level', () => {
    const unknown = { ...officeVisit.billingProvider, id: '1003000126' };
    const elsewhere = (claim: WritableClaim): WritableClaim => ({ ...claim, billingProvider: unknown });
    const found = faults(member('A000001'), elsewhere(member('A000002')), elsewhere(member('A000003')));
    expect(blockedIds(found)).toEqual([
      ['claim-2', ['R205']],
      ['claim-3', ['R205']],
    ]);
  });

  test('of the envelope or the file name block all claims', () => {
    const checked = checkFile(compose(outgoing(officeVisit)), { now, fileName: 'claims.txt', profile });
    expect(checked.ofFile.map(({ id }) => id)).toContain('R209');
    expect(checked.blocked).toEqual([]);
  });
});

const parts = { naming: fileNamingSchema.parse({}), tradingPartnerId: '12345678', transactionType: '837P' };
const at = (time: string) => outgoingFileName({ ...parts, at: new Date(time) });

describe('a file name by the state standard', () => {
  test('contains the trading partner, the type and the Denver time in summer and winter', () => {
    expect(at('2026-07-01T18:30:05.007Z')).toBe('tp12345678-837P-20260701123005007-1of1.x12');
    expect(at('2026-01-01T06:59:59.999Z')).toBe('tp12345678-837P-20251231235959999-1of1.x12');
  });

  test('writes midnight as hour 00', () => {
    expect(at('2026-01-01T07:00:00.000Z')).toBe('tp12345678-837P-20260101000000000-1of1.x12');
  });

  test('always passes rule R209', () => {
    const times = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(times, (time) => {
        expect(outgoingFileName({ ...parts, at: time })).toMatch(/^tp\d+-837P-\d{17}-1of1\.x12$/);
      }),
    );
  });

  test('adds milliseconds until the name is free', async () => {
    const taken = new Set<string>();
    const take = async (name: string) => !taken.has(name) && taken.add(name) !== undefined;
    const now = new Date('2026-07-01T18:30:05.999Z');
    const names = [];
    for (let i = 0; i < 3; i++) names.push(await takeUniqueFileName({ ...parts, at: now }, take));
    expect(names.map((name) => name.slice(16, 33))).toEqual([
      '20260701123005999',
      '20260701123006000',
      '20260701123006001',
    ]);
  });

  test('is unique through the repeated hour in autumn', async () => {
    const taken = new Set<string>();
    const take = async (name: string) => !taken.has(name) && taken.add(name) !== undefined;
    for (const time of ['2026-11-01T07:30:00.000Z', '2026-11-01T08:30:00.000Z']) {
      await takeUniqueFileName({ ...parts, at: new Date(time) }, take);
    }
    expect([...taken].map((name) => name.slice(16, 33))).toEqual(['20261101013000000', '20261101013000001']);
  });
});
