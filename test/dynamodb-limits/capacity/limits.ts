interface BucketSettings {
  /** Units a second. */
  readonly rate: number;
  readonly burstSeconds: number;
  /** Seconds after which a peak raises the rate to twice the peak; undefined for a fixed rate. */
  readonly growthSeconds: number | undefined;
}

/** Units for some time, with the highest use of one second. */
class TokenBucket {
  readonly #settings: BucketSettings;
  readonly #now: () => number;
  #rate: number;
  #level: number;
  #filledAt: number;
  #units = 0;
  #peak = 0;
  #second = 0;
  #unitsOfSecond = 0;
  #windowAt: number;
  #peakOfWindow = 0;

  /** @param now milliseconds */
  constructor(settings: BucketSettings, now: () => number) {
    this.#settings = settings;
    this.#now = now;
    this.#rate = settings.rate;
    this.#level = settings.rate * settings.burstSeconds;
    this.#filledAt = now();
    this.#windowAt = now();
  }

  /** Whether the units are there. A request larger than the whole bucket needs a full one. */
  allows(units: number): boolean {
    this.#fill();
    return this.#level >= Math.min(units, this.#rate * this.#settings.burstSeconds);
  }

  /** Takes units, even those that are not there; a negative number gives units back. */
  take(units: number): void {
    this.#fill();
    this.#level -= units;
  }

  /** Counts used units. */
  record(units: number): void {
    const second = Math.floor(this.#now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#unitsOfSecond = 0;
    }
    this.#units += units;
    this.#unitsOfSecond += units;
    this.#peak = Math.max(this.#peak, this.#unitsOfSecond);
    this.#peakOfWindow = Math.max(this.#peakOfWindow, this.#unitsOfSecond);
  }

  get use(): { readonly units: number; readonly peak: number } {
    return { units: this.#units, peak: this.#peak };
  }

  #fill(): void {
    const now = this.#now();
    this.#grow(now);
    const capacity = this.#rate * this.#settings.burstSeconds;
    this.#level = Math.min(capacity, this.#level + ((now - this.#filledAt) / 1000) * this.#rate);
    this.#filledAt = now;
  }

  /** At the end of a window the rate becomes twice the peak of the window, if that is more. */
  #grow(now: number): void {
    const { growthSeconds } = this.#settings;
    if (growthSeconds === undefined || now - this.#windowAt < growthSeconds * 1000) return;
    this.#rate = Math.max(this.#rate, 2 * this.#peakOfWindow);
    this.#windowAt = now;
    this.#peakOfWindow = 0;
  }
}

/** Units that a request takes from one partition of a table or index. */
export interface Charge {
  readonly table: string;
  /** Undefined for the table. */
  readonly index?: string;
  /** Undefined for a scan, which reads all partitions. */
  readonly partition: string | undefined;
  readonly kind: 'read' | 'write';
  readonly units: number;
}

/** Capacity units a second. */
export interface LimitSettings {
  readonly partition: Readonly<Record<Charge['kind'], number>>;
  /** Start of a new table and of each of its indexes in on-demand mode. */
  readonly table: Readonly<Record<Charge['kind'], number>>;
  /** Seconds of unused capacity that a bucket holds. DynamoDB holds up to 300 as far as it has them, without a promise. */
  readonly burstSeconds: number;
  /** Seconds after which the peak of a table counts for its limit, which is twice the peak. */
  readonly growthSeconds: number;
}

export const dynamoDbLimits: LimitSettings = {
  partition: { write: 1000, read: 3000 },
  table: { write: 4000, read: 12_000 },
  burstSeconds: 1,
  growthSeconds: 30 * 60,
};

/** A charge that found its partition or table over the limit. */
export interface Refusal {
  readonly charge: Charge;
  readonly limit: 'partition' | 'table';
}

/** Use of a table, an index or a partition: the sum of its units, and the highest sum of one second. */
export interface Use extends Charge {
  readonly peak: number;
}

interface Limited {
  readonly name: Omit<Charge, 'units'>;
  readonly bucket: TokenBucket;
  readonly limit: Refusal['limit'];
}

/**
 * Token buckets of all tables, indexes and their partitions. A partition is one value of the partition key, as for an item
 * collection that adaptive capacity has isolated and cannot split.
 */
export class Limits {
  readonly #settings: LimitSettings;
  readonly #now: () => number;
  readonly #limited = new Map<string, Limited>();

  /** @param now milliseconds */
  constructor(settings: LimitSettings, now: () => number) {
    this.#settings = settings;
    this.#now = now;
  }

  /** Takes the units of all charges and returns no refusals, or takes nothing and returns the refused charges. */
  reserve(charges: readonly Charge[]): readonly Refusal[] {
    const needed = new Map<TokenBucket, number>();
    const limitedBy = charges.map((charge) => this.#bucketsOf(charge));
    for (const [position, charge] of charges.entries()) {
      for (const { bucket } of limitedBy[position] ?? []) {
        needed.set(bucket, (needed.get(bucket) ?? 0) + charge.units);
      }
    }
    const refused = new Set([...needed].flatMap(([bucket, units]) => (bucket.allows(units) ? [] : [bucket])));
    if (refused.size === 0) {
      for (const [bucket, units] of needed) bucket.take(units);
      return [];
    }
    return charges.flatMap((charge, position) => {
      const found = limitedBy[position]?.find(({ bucket }) => refused.has(bucket));
      return found === undefined ? [] : [{ charge, limit: found.limit }];
    });
  }

  /** Replaces reserved units by the actual ones, even beyond the limit: the bucket then has a debt. */
  settle(reserved: readonly Charge[], actual: readonly Charge[]): void {
    for (const charge of reserved) {
      for (const { bucket } of this.#bucketsOf(charge)) bucket.take(-charge.units);
    }
    for (const charge of actual) {
      for (const { bucket } of this.#bucketsOf(charge)) {
        bucket.take(charge.units);
        bucket.record(charge.units);
      }
    }
  }

  /** Use of every table and index, whose partition is undefined, and of every partition. */
  use(): readonly Use[] {
    return [...this.#limited.values()].map(({ name, bucket }) => ({ ...name, ...bucket.use }));
  }

  #bucketsOf(charge: Charge): readonly Limited[] {
    const whole = this.#limitedOf({ ...charge, partition: undefined }, 'table');
    return charge.partition === undefined ? [whole] : [this.#limitedOf(charge, 'partition'), whole];
  }

  #limitedOf({ units, ...name }: Charge, limit: Refusal['limit']): Limited {
    const key = `${name.kind}\0${name.table}\0${name.index ?? ''}\0${limit}\0${name.partition ?? ''}`;
    let found = this.#limited.get(key);
    if (found === undefined) {
      const { burstSeconds, growthSeconds } = this.#settings;
      const rate = this.#settings[limit][name.kind];
      const growth = limit === 'table' ? growthSeconds : undefined;
      const bucket = new TokenBucket({ rate, burstSeconds, growthSeconds: growth }, this.#now);
      found = { name, bucket, limit };
      this.#limited.set(key, found);
    }
    return found;
  }
}
