/** A seeded generator (mulberry32): the same seed gives the same file on any machine. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** 0 ≤ x < 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns an integer from `low` to `high`, both inclusive. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<T>(values: readonly [T, ...T[]]): T {
    return values[this.int(0, values.length - 1)] ?? values[0];
  }

  digits(count: number): string {
    let text = '';
    for (let i = 0; i < count; i++) text += this.int(0, 9);
    return text;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }
}

/** Returns an NPI with its check digit (Luhn over 80840 and the number). */
export function npi(random: Random): string {
  const nine = `1${random.digits(8)}`;
  let sum = 24;
  for (let i = 0; i < 9; i++) {
    const digit = Number(nine[i]);
    const doubled = i % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return nine + ((10 - (sum % 10)) % 10);
}

export function decimalAmount(cents: number): string {
  const text = (cents / 100).toFixed(2);
  return text.replace(/\.?0+$/, '') || '0';
}
