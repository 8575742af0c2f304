import { Badge } from '#web/components/badge.tsx';
import { texts } from '#web/text/texts.ts';
import { type ClaimLane, toneOf } from './lanes.ts';

/** The lane of a claim as a word with its tone. */
export const LaneBadge = ({ lane }: { readonly lane: ClaimLane }) => (
  <Badge tone={toneOf(lane)}>{texts.board.lanes[lane]}</Badge>
);
