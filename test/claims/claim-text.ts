import { createHash } from 'node:crypto';

/** A claim in the text of an 837P. Every field except the number has a default. */
export interface ClaimText {
  readonly pcn: string;
  readonly charge?: number;
  readonly member?: string;
  readonly lastName?: string;
  readonly procedure?: string;
  readonly date?: string;
  readonly frequency?: string;
  readonly original?: string;
  readonly payer?: string;
  /** Leaves the payer's loop out, which is an error of the subscriber level. */
  readonly withoutPayer?: boolean;
  /** Leaves the diagnoses out, which is an error of the claim. */
  readonly withoutDiagnosis?: boolean;
}

export interface FileText {
  readonly claims: readonly ClaimText[];
  readonly number?: number;
  readonly npi?: string;
  readonly sender?: string;
  /** Claims in one ST; all of them by default. */
  readonly claimsPerSet?: number;
  /** Makes SE01 one more than the number of segments. */
  readonly wrongCount?: boolean;
}

/** An 837P of one interchange, valid by default. Each claim is under a separate subscriber. */
export function claimFileText(file: FileText): string {
  const { claims, number = 1, sender = '12345678', claimsPerSet = claims.length || 1 } = file;
  const sets: string[] = [];
  for (let at = 0; at < Math.max(1, claims.length); at += claimsPerSet) {
    sets.push(setText(file, claims.slice(at, at + claimsPerSet), sets.length + 1));
  }
  const id = sender.padEnd(15);
  return [
    `ISA*00*          *00*          *ZZ*${id}*ZZ*COMEDASSISTPROG*260301*1200*^*00501*${pad(number, 9)}*0*T*:~`,
    `GS*HC*${sender}*COMEDASSISTPROG*20260301*1200*${number}*X*005010X222A1~`,
    ...sets,
    `GE*${sets.length}*${number}~`,
    `IEA*1*${pad(number, 9)}~`,
  ].join('\n');
}

function setText(file: FileText, claims: readonly ClaimText[], set: number): string {
  const { npi = '1234567893', number = 1, sender = '12345678', wrongCount = false } = file;
  const segments = [
    `ST*837*${pad(set, 4)}*005010X222A1`,
    `BHT*0019*00*B${number}-${set}*20260301*1200*CH`,
    `NM1*41*2*GRANARY CLINIC*****46*${sender}`,
    'PER*IC*BILLING*TE*3035550100',
    'NM1*40*2*COLORADO MEDICAL ASSISTANCE PROGRAM*****46*COMEDASSISTPROG',
    'HL*1**20*1',
    'PRV*BI*PXC*207Q00000X',
    `NM1*85*2*GRANARY CLINIC*****XX*${npi}`,
    'N3*100 CLINIC WAY',
    'N4*DENVER*CO*802031234',
    'REF*EI*841234567',
    ...claims.flatMap(claimSegments),
  ];
  const count = segments.length + 1 + (wrongCount ? 1 : 0);
  return [...segments, `SE*${count}*${pad(set, 4)}`].map((segment) => `${segment}~`).join('\n');
}

function claimSegments(claim: ClaimText, index: number): string[] {
  const { pcn, charge = 100, member = memberOf(pcn), lastName = 'SPECIMEN' } = claim;
  const { procedure = '99213', date = '20260210', frequency = '1', payer = 'CO_TXIX' } = claim;
  return [
    `HL*${index + 2}*1*22*0`,
    'SBR*P*18*******MC',
    `NM1*IL*1*${lastName}*PAT****MI*${member}`,
    'N3*1 HOME ST',
    'N4*DENVER*CO*80203',
    'DMG*D8*19800101*F',
    ...(claim.withoutPayer ? [] : [`NM1*PR*2*PAYER*****PI*${payer}`]),
    `CLM*${pcn}*${charge}***11:B:${frequency}*Y*A*Y*Y`,
    ...(claim.original === undefined ? [] : [`REF*F8*${claim.original}`]),
    ...(claim.withoutDiagnosis ? [] : ['HI*ABK:J069']),
    'LX*1',
    `SV1*HC:${procedure}*${charge}*UN*1***1`,
    `DTP*472*D8*${date}`,
    'REF*6R*1',
  ];
}

/** A member id of the state program, different for each claim, so that no two claims bill the same. */
export function memberOf(pcn: string): string {
  const digest = createHash('sha256').update(pcn).digest();
  return `A${pad(digest.readUInt32BE() % 1_000_000, 6)}`;
}

const pad = (number: number, digits: number) => String(number).padStart(digits, '0');
