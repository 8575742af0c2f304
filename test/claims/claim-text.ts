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

type Spoil = (claim: readonly string[]) => readonly string[];

/**
 * An 837P with claims of two subscribers who are patients (A, B and G) and of two dependents of another one (C, D and E, F). With
 * Y the first has a dependent too, and with X the subscriber of the dependents is a patient too.
 */
export function familyFile(
  number: number,
  prefix: string,
  names: readonly string[],
  spoiled: Readonly<Record<string, Spoil>> = {},
): string {
  const [head = ''] = claimFileText({ number, claims: [] }).split('SE*');
  let level = 1;
  const text = (segments: readonly string[]) => segments.map((segment) => `${segment}~`).join('');
  const claims = (wanted: string) =>
    [...wanted]
      .filter((name) => names.includes(name))
      .map((name) => {
        const charge = 100 + name.charCodeAt(0);
        const start = [`CLM*${prefix}${name}*${charge}***11:B:1*Y*A*Y*Y`, 'HI*ABK:J069', 'LX*1'];
        const claim = [...start, `SV1*HC:99213*${charge}*UN*1***1`, 'DTP*472*D8*20260210'];
        return text(spoiled[name]?.(claim) ?? claim);
      });
  const home = ['N3*1 HOME ST', 'N4*DENVER*CO*80203'];
  const subscriber = (member: string, isPatient: boolean, hasDependents: boolean) =>
    text([
      `HL*${++level}*1*22*${hasDependents ? 1 : 0}`,
      `SBR*P*${isPatient ? '18' : ''}*******MC`,
      `NM1*IL*1*SPECIMEN*PAT****MI*${memberOf(`${prefix}${member}`)}`,
      ...home,
      ...['DMG*D8*19800101*F', 'NM1*PR*2*PAYER*****PI*CO_TXIX'],
    ]);
  const dependent = (name: string, parent: number) =>
    text([
      `HL*${++level}*${parent}*23*0`,
      'PAT*19',
      `NM1*QC*1*SPECIMEN*${name}`,
      ...home,
      'DMG*D8*20150401*M',
    ]);
  const first = [subscriber('A', true, names.includes('Y')), ...claims('AB')];
  if (names.includes('Y')) first.push(dependent('YVES', level), ...claims('Y'));
  const second = [subscriber('C', false, true), ...claims('X')];
  const parent = level;
  second.push(dependent('CLEO', parent), ...claims('CD'), dependent('EZRA', parent), ...claims('EF'));
  const body = [...first, ...second, subscriber('G', true, false), ...claims('G')].join('');
  const count = `${head.slice(head.indexOf('ST*'))}${body}`
    .split('~')
    .filter((one) => one.trim() !== '').length;
  const own = pad(number, 9);
  return `${head}${body}SE*${count + 1}*0001~GE*1*${number}~IEA*1*${own}~`;
}
