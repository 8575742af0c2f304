import type { SetContext } from '#x12/engine/consumer.ts';
import type { InterchangeVerdict } from '#x12/outbound/verdict-collector.ts';

export type SetPosition = Pick<SetContext, 'interchange' | 'group' | 'set'>;

/** Identifies a set by its position, because control numbers may repeat. */
export const positionKey = ({ interchange, group, set }: SetPosition): string =>
  `${interchange.number}.${group.number}.${set.number}`;

export class SoundSets {
  private readonly positions = new Set<string>();
  private readonly rejectedInterchanges = new Set<number>();

  constructor(verdicts: readonly InterchangeVerdict[]) {
    for (const { interchange, code, groups } of verdicts) {
      if (code === 'R') this.rejectedInterchanges.add(interchange.number);
      else
        for (const { header, response } of groups) {
          response.sets.forEach(({ accepted }, i) => {
            if (accepted) this.positions.add(`${interchange.number}.${header.number}.${i + 1}`);
          });
        }
    }
  }

  has(position: string): boolean {
    return this.positions.has(position);
  }

  hasInterchange(number: number): boolean {
    return !this.rejectedInterchanges.has(number);
  }
}
