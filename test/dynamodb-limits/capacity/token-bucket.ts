interface BucketSettings {
  /** Units a second. */
  readonly rate: number;
  readonly burstSeconds: number;
  /** Seconds after which a peak raises the rate to twice the peak; undefined for a fixed rate. */
  readonly growthSeconds: number | undefined;
}

/** Units for some time, with the highest use of one second. */
export class TokenBucket {
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
