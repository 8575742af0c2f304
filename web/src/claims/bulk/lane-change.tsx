import { texts } from '#web/text/texts.ts';
import type { ClaimLane } from '../lane/lanes.ts';

/** A lane before and after a change. */
export function LaneChange({
  from,
  to,
}: {
  readonly from?: ClaimLane | undefined;
  readonly to?: ClaimLane | undefined;
}) {
  const { lanes } = texts.board;
  if (to === undefined) return null;
  if (from === undefined || from === to) return <>{lanes[to]}</>;
  return (
    <>
      {lanes[from]} → {lanes[to]}
    </>
  );
}
