import { decimalAmount, npi, Random } from './random.ts';

const surnames = [
  'ANDERSON',
  'BAKER',
  'CHAVEZ',
  'DIAZ',
  'EVANS',
  'FOSTER',
  'GARCIA',
  'HUGHES',
  'ISAACS',
] as const;
const firstNames = ['ANNA', 'BEN', 'CARLA', 'DAVID', 'ELENA', 'FRANK', 'GRACE', 'HENRY'] as const;
const streets = ['MAIN ST', 'OAK AVE', 'COLFAX AVE', 'PEAK RD', 'MESA DR'] as const;
const cities = [
  ['DENVER', 'CO', '80203'],
  ['BOULDER', 'CO', '80302'],
  ['PUEBLO', 'CO', '81003'],
  ['AURORA', 'CO', '80012'],
] as const satisfies readonly (readonly [city: string, state: string, zip: string])[];
const diagnoses = ['E119', 'I10', 'J069', 'M545', 'F411', 'K219', 'N390', 'R51', 'Z0000'] as const;
const procedures = ['99213', '99214', '99203', '97110', '90834', '36415', '71046', '93000'] as const;

/**
 * Generates a valid 837P (005010X222A1) of about `bytes` bytes, deterministic for a seed. Sets have up to 5,000 claims,
 * subscribers one or two claims of one to four lines. Some claims have dependents, other providers or coordination of
 * benefits. Every claim balances.
 */
export function* generateClaimFile(bytes: number, seed: number): Generator<string> {
  const writer = new SetWriter(new Random(seed), anyClaims);
  let written = 0;
  const isFull = () => written >= bytes;
  for (const piece of pieces(writer, isFull, () => (writer.claims < 4_999 ? 2 : 0))) {
    written += piece.length;
    yield piece;
  }
}

/** Generates the same with all claims in one set. */
export function* generateSingleSetClaimFile(bytes: number, seed: number): Generator<string> {
  const writer = new SetWriter(new Random(seed), anyClaims);
  let written = 0;
  const isFull = () => written >= bytes;
  for (const piece of pieces(writer, isFull, () => 2)) {
    written += piece.length;
    yield piece;
  }
}

/** Generates `count` claims that pass the edits of the state program, with services in the three months before `now`. */
export function* generateClaimFileOfCount(count: number, seed: number, now: Date): Generator<string> {
  const writer = new SetWriter(new Random(seed), {
    dependents: 0,
    serviceDay: (random) => dayBefore(now, random.int(2, 90)),
    adjudicated: dayBefore(now, 1),
  });
  const isFull = () => writer.allClaims >= count;
  yield* pieces(writer, isFull, () => Math.min(5_000 - writer.claims, count - writer.allClaims));
}

/** Properties of the claims of a file. */
interface ClaimManner {
  /** Share of claims for dependents, 0 to 1. */
  readonly dependents: number;
  serviceDay(random: Random): string;
  /** Adjudication date of the other payer. */
  readonly adjudicated: string;
}

const anyClaims: ClaimManner = {
  dependents: 0.1,
  serviceDay: (random) => `2025${two(random.int(7, 12))}${two(random.int(1, 28))}`,
  adjudicated: '20260105',
};

const dayBefore = (moment: Date, days: number) =>
  new Date(moment.getTime() - days * 24 * 3600 * 1000).toISOString().slice(0, 10).replaceAll('-', '');

/** @param room maximum number of further claims in the set */
function* pieces(writer: SetWriter, isFull: () => boolean, room: () => number): Generator<string> {
  let sets = 0;
  yield 'ISA*00*          *00*          *ZZ*12345678       *ZZ*COMEDASSISTPROG*260115*0930*^*00501*000000001*0*T*:~\n' +
    'GS*HC*12345678*COMEDASSISTPROG*20260115*0930*1*X*005010X222A1~\n';
  while (!isFull() || sets === 0) {
    sets++;
    yield writer.open(sets);
    while (room() > 0 && !isFull()) yield writer.subscriber(room());
    yield writer.close();
  }
  yield `GE*${sets}*1~\nIEA*1*000000001~\n`;
}

class SetWriter {
  claims = 0;
  /** Number of claims in all sets. */
  allClaims = 0;
  private readonly random: Random;
  private readonly manner: ClaimManner;
  private number = '';
  private segments = 0;
  private levels = 0;
  private lines: string[] = [];

  constructor(random: Random, manner: ClaimManner) {
    this.random = random;
    this.manner = manner;
  }

  open(set: number): string {
    this.number = String(set).padStart(4, '0');
    this.segments = 0;
    this.levels = 1;
    this.claims = 0;
    this.add(`ST*837*${this.number}*005010X222A1`);
    this.add(`BHT*0019*00*BATCH${this.number}*20260115*0930*CH`);
    this.add('NM1*41*2*GRANARY CLINIC*****46*12345678');
    this.add('PER*IC*BILLING OFFICE*TE*3035550100');
    this.add('NM1*40*2*COLORADO MEDICAL ASSISTANCE PROGRAM*****46*COMEDASSISTPROG');
    this.add('HL*1**20*1');
    this.add('PRV*BI*PXC*207Q00000X');
    this.add('NM1*85*2*GRANARY CLINIC*****XX*1234567893');
    this.add('N3*100 CLINIC WAY');
    this.add('N4*DENVER*CO*802031234');
    this.add('REF*EI*841234567');
    return this.flush();
  }

  close(): string {
    this.add(`SE*${this.segments + 1}*${this.number}`);
    return this.flush();
  }

  /** Writes a subscriber with at most this many claims. */
  subscriber(most: number): string {
    const { random } = this;
    const hasDependent = random.chance(this.manner.dependents);
    this.levels++;
    const parent = this.levels;
    this.add(`HL*${this.levels}*1*22*${hasDependent ? 1 : 0}`);
    this.add(hasDependent ? 'SBR*P********MC' : 'SBR*P*18*******MC');
    this.add(`NM1*IL*1*${random.pick(surnames)}*${random.pick(firstNames)}****MI*A${random.digits(6)}`);
    if (!hasDependent) this.person();
    this.add('NM1*PR*2*COLORADO MEDICAL ASSISTANCE PROGRAM*****PI*CO_TXIX');
    if (hasDependent) {
      this.levels++;
      this.add(`HL*${this.levels}*${parent}*23*0`);
      this.add('PAT*19');
      this.add(`NM1*QC*1*${random.pick(surnames)}*${random.pick(firstNames)}`);
      this.person();
    }
    const claims = Math.min(most, random.int(1, 2));
    for (let i = 0; i < claims; i++) this.claim();
    return this.flush();
  }

  private person(): void {
    const { random } = this;
    const [city, state, zip] = random.pick<(typeof cities)[number]>(cities);
    this.add(`N3*${random.int(1, 9999)} ${random.pick(streets)}`);
    this.add(`N4*${city}*${state}*${zip}`);
    const birth = `19${random.int(40, 99)}${two(random.int(1, 12))}${two(random.int(1, 28))}`;
    this.add(`DMG*D8*${birth}*${random.pick(['F', 'M'])}`);
  }

  private claim(): void {
    const { random } = this;
    this.claims++;
    this.allClaims++;
    const count = random.int(1, 4);
    const charges = Array.from({ length: count }, () => random.int(25, 400) * 100 + random.pick([0, 50, 25]));
    const total = charges.reduce((sum, charge) => sum + charge, 0);
    const date = this.manner.serviceDay(random);
    this.add(
      `CLM*G${this.number}${String(this.claims).padStart(6, '0')}*${decimalAmount(total)}***11:B:1*Y*A*Y*Y`,
    );
    if (random.chance(0.2)) this.add(`REF*G1*PA${random.digits(8)}`);
    this.add(`REF*D9*T${random.digits(10)}`);
    const codes = [...new Set(Array.from({ length: random.int(1, 3) }, () => random.pick(diagnoses)))];
    this.add(`HI*${codes.map((code, i) => `${i === 0 ? 'ABK' : 'ABF'}:${code}`).join('*')}`);
    if (random.chance(0.2)) {
      this.add(`NM1*DN*1*${random.pick(surnames)}*${random.pick(firstNames)}****XX*${npi(random)}`);
    }
    this.add(`NM1*82*1*${random.pick(surnames)}*${random.pick(firstNames)}****XX*${npi(random)}`);
    this.add('PRV*PE*PXC*207Q00000X');
    const isSecondary = random.chance(0.1);
    if (isSecondary) this.otherPayer(charges);
    charges.forEach((charge, i) => {
      this.line(i + 1, charge, date, isSecondary);
    });
  }

  /** Writes a payer that paid 60 % of each line; the rest is contractual (CO 45). */
  private otherPayer(charges: readonly number[]): void {
    const { random } = this;
    const paid = charges.reduce((sum, charge) => sum + paidOf(charge), 0);
    this.add(`SBR*S*18*GRP${random.digits(5)}******CI`);
    this.add(`AMT*D*${decimalAmount(paid)}`);
    this.add('OI***Y***Y');
    this.add(`NM1*IL*1*${random.pick(surnames)}*${random.pick(firstNames)}****MI*${random.digits(9)}`);
    this.add('NM1*PR*2*PEAK HEALTH PLAN*****PI*PEAK01');
  }

  private line(number: number, charge: number, date: string, isSecondary: boolean): void {
    const { random } = this;
    const modifier = random.chance(0.3) ? ':25' : '';
    this.add(`LX*${number}`);
    this.add(`SV1*HC:${random.pick(procedures)}${modifier}*${decimalAmount(charge)}*UN*1***1`);
    this.add(`DTP*472*D8*${date}`);
    this.add(`REF*6R*L${this.claims}-${number}`);
    if (!isSecondary) return;
    const paid = paidOf(charge);
    this.add(`SVD*PEAK01*${decimalAmount(paid)}*HC:99213**1`);
    this.add(`CAS*CO*45*${decimalAmount(charge - paid)}`);
    this.add(`DTP*573*D8*${this.manner.adjudicated}`);
  }

  private add(segment: string): void {
    this.segments++;
    this.lines.push(segment);
  }

  private flush(): string {
    const text = `${this.lines.join('~\n')}~\n`;
    this.lines = [];
    return text;
  }
}

function paidOf(charge: number): number {
  return Math.round(charge * 0.6);
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
