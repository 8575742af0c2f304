import type { FileListener, Trailer } from '../engine/consumer.ts';

/** Counts the envelopes of a file whose trailer is missing or cut off. */
export class Completeness {
  interchanges = 0;
  groups = 0;
  transactions = 0;

  get isComplete(): boolean {
    return this.interchanges + this.groups + this.transactions === 0;
  }

  listener(): FileListener {
    return {
      endSet: (_, trailer) => {
        this.transactions += torn(trailer);
      },
      endGroup: (_, trailer) => {
        this.groups += torn(trailer);
      },
      endInterchange: (_, trailer) => {
        this.interchanges += torn(trailer);
      },
    };
  }
}

function torn({ present }: Trailer): number {
  return present ? 0 : 1;
}
