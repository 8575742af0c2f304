// Reads the 835s of the month segment by segment, without the X12 engine of the service.

export interface ReadAdjustment {
  readonly group: string;
  readonly reason: string;
  readonly amount: number;
}

export interface ReadLine {
  /** REF*6R. */
  readonly name: string;
  readonly charge: number;
  readonly paid: number;
  readonly adjustments: readonly ReadAdjustment[];
}

export interface ReadPayment {
  /** Its segments, without those of its remittance. */
  readonly text: string;
  readonly number: string;
  readonly status: string;
  readonly frequency: string;
  readonly charge: number;
  readonly paid: number;
  /** Those of the lines included. */
  readonly adjustments: readonly ReadAdjustment[];
  readonly lines: readonly ReadLine[];
}

/** Amounts are cents. */
export interface ReadRemittance {
  readonly amount: number;
  readonly method: string;
  readonly date: string;
  readonly trace: string;
  readonly payer: string;
  readonly payee: string;
  readonly payments: readonly ReadPayment[];
  readonly providerAdjustments: readonly (ReadAdjustment & { readonly provider: string })[];
}

type Draft<T> = { -readonly [Name in keyof T]: T[Name] extends readonly (infer One)[] ? One[] : T[Name] };

export function readRemittances(text: string): readonly ReadRemittance[] {
  const found: Draft<ReadRemittance>[] = [];
  let payment: Draft<ReadPayment> | undefined;
  let line: Draft<ReadLine> | undefined;
  for (const segment of text.split('~')) {
    const e = segment.trim().split('*');
    const last = found.at(-1);
    if (e[0] === 'SE' || e[0] === 'PLB' || e[0] === 'LX') payment = undefined;
    if (payment !== undefined && e[0] !== 'CLP') payment.text += segment.trim();
    switch (e[0]) {
      case 'BPR':
        found.push({
          ...{ amount: cents(e[2]), method: e[4] ?? '', date: day(e[16]), trace: '', payer: '', payee: '' },
          ...{ payments: [], providerAdjustments: [] },
        });
        break;
      case 'TRN':
        if (last) last.trace = e[2] ?? '';
        break;
      case 'N1':
        if (last && e[1] === 'PR') last.payer = e[4] ?? '';
        if (last && e[1] === 'PE') last.payee = e[4] ?? '';
        break;
      case 'CLP':
        line = undefined;
        payment = {
          ...{ text: segment.trim(), number: e[1] ?? '', status: e[2] ?? '', charge: cents(e[3]) },
          ...{ paid: cents(e[4]), frequency: e[9] ?? '', adjustments: [], lines: [] },
        };
        last?.payments.push(payment);
        break;
      case 'SVC':
        line = { name: '', charge: cents(e[2]), paid: cents(e[3]), adjustments: [] };
        payment?.lines.push(line);
        break;
      case 'REF':
        if (line && e[1] === '6R') line.name = e[2] ?? '';
        break;
      case 'CAS':
        for (let n = 2; n + 1 < e.length; n += 3) {
          const one = { group: e[1] ?? '', reason: e[n] ?? '', amount: cents(e[n + 1]) };
          payment?.adjustments.push(one);
          line?.adjustments.push(one);
        }
        break;
      case 'PLB':
        for (let n = 3; n + 1 < e.length; n += 2) {
          const reason = e[n]?.split(':')[0] ?? '';
          const facts = { provider: e[1] ?? '', group: 'PLB', reason, amount: cents(e[n + 1]) };
          last?.providerAdjustments.push(facts);
        }
    }
  }
  return found;
}

/** Exact: no double holds a fraction on the way. */
function cents(text = '0'): number {
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(text) ?? [];
  const value = Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2));
  return sign === '-' ? -value : value;
}

const day = (text = ''): string => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`;
