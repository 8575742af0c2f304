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
const procedures = ['99213', '99214', '99203', '97110', '90834', '36415', '71046', '93000'] as const;

/**
 * Generates a valid 835 (005010X221A1) of about `bytes` bytes, deterministic for a seed. Sets have up to 500 claims of one
 * to four lines, with denials, patient responsibility and provider adjustments. Lines, claims and sets balance.
 */
export function* generateRemittanceFile(bytes: number, seed: number): Generator<string> {
  const random = new Random(seed);
  let written = 0;
  let sets = 0;
  const take = (text: string) => {
    written += text.length;
    return text;
  };
  yield take(
    'ISA*00*          *00*          *ZZ*COMEDASSISTPROG*ZZ*12345678       *260120*0930*^*00501*000000002*0*T*:~\n' +
      'GS*HP*COMEDASSISTPROG*12345678*20260120*0930*2*X*005010X221A1~\n',
  );
  while (written < bytes || sets === 0) {
    sets++;
    const claims = Math.max(1, Math.min(500, Math.ceil((bytes - written) / 480)));
    yield take(set(random, sets, claims));
  }
  yield `GE*${sets}*2~\nIEA*1*000000002~\n`;
}

function set(random: Random, number: number, claims: number): string {
  const detail: string[] = [];
  let paid = 0;
  for (let i = 1; i <= claims; i++) paid += claim(random, `G${String(number).padStart(4, '0')}${i}`, detail);
  const recovered = random.chance(0.3) ? Math.min(paid, random.int(1, 500) * 100) : 0;
  const control = String(number).padStart(4, '0');
  const amount = paid - recovered;
  const payment = amount > 0 ? `${decimalAmount(amount)}*C*CHK` : '0*C*NON';
  const segments = [
    `ST*835*${control}`,
    `BPR*${amount > 0 ? 'I' : 'H'}*${payment}************20260120`,
    `TRN*1*EFT${control}${random.digits(6)}*1841234567`,
    'DTM*405*20260119',
    'N1*PR*COLORADO MEDICAL ASSISTANCE PROGRAM',
    'N3*PO BOX 30',
    'N4*DENVER*CO*80201',
    'PER*BL*PROVIDER SERVICES*TE*8005550100',
    'N1*PE*GRANARY CLINIC*XX*1234567893',
    'REF*TJ*841234567',
    'LX*1',
    ...detail,
    ...(recovered > 0
      ? [`PLB*1234567893*20261231*WO:ICN${random.digits(9)}*${decimalAmount(recovered)}`]
      : []),
  ];
  return `${[...segments, `SE*${segments.length + 1}*${control}`].join('~\n')}~\n`;
}

/** Adds a claim and returns its payment in cents. */
function claim(random: Random, controlNumber: string, out: string[]): number {
  const isDenied = random.chance(0.1);
  const lines = Array.from({ length: random.int(1, 4) }, () => {
    const charge = random.int(25, 400) * 100 + random.pick([0, 50, 25]);
    const paid = isDenied ? 0 : Math.round(charge * 0.6);
    const patient = isDenied ? 0 : Math.min(charge - paid, random.pick([0, 300, 1000]));
    return { charge, paid, patient };
  });
  const total = (of: 'charge' | 'paid' | 'patient') => lines.reduce((sum, line) => sum + line[of], 0);
  const date = `202511${random.int(10, 28)}`;
  const patient = total('patient') > 0 ? decimalAmount(total('patient')) : '';
  out.push(
    `CLP*${controlNumber}*1*${decimalAmount(total('charge'))}*${decimalAmount(total('paid'))}*${patient}*MC*ICN${random.digits(10)}*11*1`,
    `NM1*QC*1*${random.pick(surnames)}*${random.pick(firstNames)}****MI*A${random.digits(6)}`,
    `NM1*82*1*${random.pick(surnames)}*${random.pick(firstNames)}****XX*${npi(random)}`,
    `DTM*050*20260110`,
  );
  for (const line of lines) {
    out.push(
      `SVC*HC:${random.pick(procedures)}*${decimalAmount(line.charge)}*${decimalAmount(line.paid)}**1`,
      `DTM*472*${date}`,
    );
    const rest = line.charge - line.paid - line.patient;
    if (rest > 0) out.push(`CAS*CO*${isDenied ? '96' : '45'}*${decimalAmount(rest)}`);
    if (line.patient > 0) out.push(`CAS*PR*3*${decimalAmount(line.patient)}`);
    out.push(`REF*6R*L${random.digits(4)}`);
    if (!isDenied) out.push(`AMT*B6*${decimalAmount(line.paid + line.patient)}`);
    if (isDenied) out.push('LQ*HE*N130');
  }
  return total('paid');
}
