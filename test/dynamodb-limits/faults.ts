import { Random } from '#test/bench/x12/random.ts';

export interface FaultSettings {
  readonly seed: number;
  /** Lowest and highest duration of a call, in milliseconds. */
  readonly milliseconds: readonly [low: number, high: number];
  /** Share of requests that get a 500 before they reach the engine. */
  readonly internalErrors: number;
  /** Share of requests that the engine carries out, and whose connection ends without a response. */
  readonly lostReplies: number;
}

/** As on AWS, with many more 500s and lost responses. */
export const randomFaults: FaultSettings = {
  seed: 1,
  milliseconds: [5, 20],
  internalErrors: 0.002,
  lostReplies: 0.002,
};

/** Duration and fault of one request. */
interface Fault {
  readonly milliseconds: number;
  readonly fails: boolean;
  readonly isLost: boolean;
}

/** The faults of a seed, in the order in which requests arrive. */
export class Faults {
  readonly #settings: FaultSettings;
  readonly #random: Random;

  constructor(settings: FaultSettings) {
    this.#settings = settings;
    this.#random = new Random(settings.seed);
  }

  next(): Fault {
    const { milliseconds, internalErrors, lostReplies } = this.#settings;
    const [low, high] = milliseconds;
    return {
      milliseconds: low + this.#random.next() * (high - low),
      fails: this.#random.chance(internalErrors),
      isLost: this.#random.chance(lostReplies),
    };
  }
}
