import { randomInt } from 'node:crypto';
import { claims } from '../browser/browser.ts';
import { commercial, type PreparedClaim, prepareClaim } from './prepared-claims.ts';

/** A claim that was sent to a payer that stays silent, so that only the test's own responses change it. */
export async function sentClaim(): Promise<PreparedClaim> {
  const claim = await prepareClaim({ prefix: 'SI', diagnosis: 'J069', payer: commercial });
  await claims().clearinghouse.submitClaims({ claim_ids: [claim.id] });
  return claim;
}

/** A stored remittance. */
export interface PostedRemittance {
  readonly id: string;
  readonly trace: string;
  /** CLP07 of its payments. */
  readonly payerNumber: string;
}

/**
 * Posts an 835 with one claim: 125.00 charged, 80.00 paid, 45.00 above the contracted fee. `payment` is BPR02. With `byLine`, the
 * reduction is an adjustment of the service line. `withheld` is a provider-level adjustment, `patient` the coinsurance in the 45.00.
 * With `denial`, nothing is paid. With `takesBack`, it takes back the 80.00 with this number of the payer, and pays 100.00 for a claim of frequency 7.
 */
export async function postRemittance({
  number,
  lastName,
  payment,
  byLine = false,
  withheld,
  patient = 0,
  takesBack,
  denial,
}: {
  readonly number: string;
  readonly lastName: string;
  readonly payment?: number;
  readonly byLine?: boolean;
  readonly withheld?: number;
  readonly patient?: number;
  readonly takesBack?: string;
  /** CARC with which the payer denies the whole charge. */
  readonly denial?: string;
}): Promise<PostedRemittance> {
  const control = String(randomInt(100_000_000, 999_999_999));
  const trace = `WEB${control}`;
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  // Payers number in order, and payments of one day count in the order of their numbers.
  const payerNumber = `ICN${Date.now()}`;
  const paid = denial !== undefined ? 0 : takesBack === undefined ? 80 : 100;
  const agreed = `CAS*CO*${denial ?? 45}*${125 - paid - patient}`;
  const adjustment = patient === 0 ? agreed : `${agreed}~CAS*PR*2*${patient}`;
  const name = `NM1*QC*1*${lastName}*IVY`;
  const reversal = [`CLP*${number}*22*-125*-80**12*${takesBack}`, 'CAS*CO*45*-45', name];
  const claimAndLines = byLine
    ? [name, 'SVC*HC:99213*125*80**1', `DTM*472*${today}`, adjustment]
    : [adjustment, name];
  const provider = withheld === undefined ? [] : [`PLB*1234567893*${today.slice(0, 4)}1231*E3*${withheld}`];
  const body = [
    ...(takesBack === undefined ? [] : reversal),
    `CLP*${number}*1*125*${paid}*${patient === 0 ? '' : patient}*12*${payerNumber}${takesBack === undefined ? '' : '*11*7'}`,
    ...claimAndLines,
    ...provider,
  ].flatMap((part) => part.split('~'));
  const { remittances } = await claims().remittances.parse({
    content: [
      `ISA*00*          *00*          *ZZ*60054          *ZZ*12345678       *${today.slice(2)}*1200*^*00501*${control}*0*T*:`,
      `GS*HP*60054*12345678*${today}*1200*${control}*X*005010X221A1`,
      'ST*835*0001',
      denial === undefined
        ? `BPR*I*${payment ?? (takesBack === undefined ? 80 : 20)}*C*ACH*CCP*01*111000025*DA*1234567*1841234567**01*111000025*DA*7654321*${today}`
        : `BPR*H*0*C*NON************${today}`,
      `TRN*1*${trace}*1841234567`,
      `DTM*405*${today}`,
      'N1*PR*PLAINS HEALTH*XV*60054',
      'N3*1 PAYER WAY',
      'N4*DENVER*CO*80203',
      'PER*BL*EDI*TE*3035550100',
      'N1*PE*SAMPLE CLINIC*XX*1234567893',
      'REF*TJ*841234567',
      'LX*1',
      ...body,
      `SE*${12 + body.length}*0001`,
      `GE*1*${control}`,
      `IEA*1*${control}~`,
    ].join('~'),
  });
  const [remittance] = remittances;
  if (remittance === undefined) throw new Error('The 835 has no remittance');
  return { id: remittance.id, trace, payerNumber };
}
