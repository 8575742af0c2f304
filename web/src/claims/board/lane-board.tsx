import type { Lane as LaneRecord } from '#contract/claims/claims.ts';
import { Icon } from '#web/components/icons.tsx';
import { formatAge, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { dollars } from '../dollars.ts';
import { isTooOld, type Lane, needsWork, stages } from '../lane/lanes.ts';

/** The lanes from left to right in three stages, each with its count, its amount and the age of its oldest claim. */
export function LaneBoard({
  lanes,
  open,
  onOpen,
}: {
  readonly lanes: readonly LaneRecord[];
  /** The lane whose claims are listed. */
  readonly open: string;
  readonly onOpen: (lane: Lane) => void;
}) {
  const now = Date.now();
  return (
    <div class="board">
      {stages.map(({ id, lanes: names }) => (
        <section key={id} class="board-stage" aria-label={texts.board.stages[id]}>
          <h2 class="board-stage-title">{texts.board.stages[id]}</h2>
          <div class="board-lanes">
            {names.map((name) => {
              const lane = lanes.find((one) => one.lane === name);
              return (
                lane !== undefined && (
                  <LaneCard
                    key={name}
                    lane={lane}
                    now={now}
                    isOpen={open === name}
                    onOpen={() => onOpen(name)}
                  />
                )
              );
            })}
          </div>
        </section>
      ))}
    </div>
  );
}

function LaneCard({
  lane: { lane, count, amount, oldest_at },
  now,
  isOpen,
  onOpen,
}: {
  readonly lane: LaneRecord;
  readonly now: number;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}) {
  const words = texts.board;
  const isStuck = count > 0 && needsWork(lane);
  const isLate = count > 0 && oldest_at !== null && isTooOld(lane, oldest_at, now);
  const age = oldest_at === null ? '' : formatAge(now - Date.parse(oldest_at));
  return (
    <button
      type="button"
      class={['lane-card', isStuck && 'lane-stuck', count === 0 && 'lane-empty'].filter(Boolean).join(' ')}
      aria-expanded={isOpen}
      onClick={onOpen}
    >
      <span class="lane-name">
        {isStuck && <Icon name="danger" small />}
        {words.lanes[lane]}
      </span>
      <span class="lane-count">
        <span aria-hidden="true">{formatNumber(count)}</span>
        <span class="unseen">{words.claimCount(count)}</span>
      </span>
      <span class="lane-amount">{count === 0 ? words.empty : dollars(amount)}</span>
      <span class={isLate ? 'lane-hint lane-late' : 'lane-hint'}>
        {count === 0 || lane === 'paid'
          ? words.laneHints[lane]
          : isLate
            ? words.isOld(age)
            : words.oldest(age)}
      </span>
    </button>
  );
}
