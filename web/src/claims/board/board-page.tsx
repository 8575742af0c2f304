import type { Lane as LaneRecord } from '#contract/claims/claims.ts';
import { api } from '#web/api/api.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { Figure, Figures } from '#web/components/figure.tsx';
import { Icon } from '#web/components/icons.tsx';
import { Page } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { useQuery } from '#web/data/query.ts';
import { formatAge, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { dollars } from '../dollars.ts';
import { FilePicker } from '../files/file-picker.tsx';
import { isListedLane, isTooOld, type Lane, needsWork, stages } from '../lane/lanes.ts';
import { useRepeated } from '../lane/use-repeated.ts';
import { LaneClaims } from './lane-claims.tsx';
import './board.css';

/** The claims board: where the money is, what is stuck, and the claims of the lane that is open. */
export default function BoardPage() {
  const [openLane, setOpenLane] = useAddressState<Lane | 'dismissed' | ''>('lane', '');
  const {
    data: lanes,
    error,
    refresh,
  } = useQuery('lanes', () => api('GET /api/inbox/lanes'), { keep: false });
  useRepeated(refresh, 30_000);
  const words = texts.board;
  if (lanes === undefined) {
    return (
      <Page title={words.title}>
        {error === undefined ? <Loading rows={8} /> : <Failure error={error} onRetry={refresh} />}
      </Page>
    );
  }
  const open = sumOf(lanes.filter(({ lane }) => lane !== 'paid'));
  const stuck = sumOf(lanes.filter(({ lane }) => needsWork(lane)));
  const paid = sumOf(lanes.filter(({ lane }) => lane === 'paid'));
  if (open.count + paid.count === 0 && openLane !== 'dismissed') {
    return (
      <Page title={words.title} actions={<DismissedButton onOpen={() => setOpenLane('dismissed')} />}>
        <Empty
          icon="claim"
          title={words.noClaims}
          text={words.noClaimsText}
          action={<FilePicker label={words.noClaimsAction} />}
        />
      </Page>
    );
  }
  return (
    <Page
      title={words.question}
      answer={`${dollars(open.amount)} ${words.open.toLocaleLowerCase()}`}
      note={words.claimCount(open.count)}
      actions={<DismissedButton onOpen={() => setOpenLane('dismissed')} />}
      primary={
        sumOf(lanes.filter(({ lane }) => lane === 'ready')).count > 0 ? (
          <LinkButton kind="primary" icon="send" to="/claims/submit">
            {words.submitReady}
          </LinkButton>
        ) : (
          <FilePicker label={words.noClaimsAction} />
        )
      }
    >
      <Figures>
        <Figure
          label={words.stuck}
          value={<span class={stuck.count > 0 ? 'board-stuck' : undefined}>{dollars(stuck.amount)}</span>}
          note={stuck.count === 0 ? words.stuckNone : words.claimCount(stuck.count)}
        />
        <Figure label={words.paid} value={dollars(paid.amount)} note={words.claimCount(paid.count)} />
      </Figures>
      <LaneBoard
        lanes={lanes}
        open={openLane}
        onOpen={(lane) => setOpenLane(lane === openLane ? '' : lane)}
      />
      {isListedLane(openLane) && (
        <LaneClaims
          key={openLane}
          lane={openLane}
          count={lanes.find(({ lane }) => lane === openLane)?.count}
          onClose={() => setOpenLane('')}
        />
      )}
    </Page>
  );
}

const DismissedButton = ({ onOpen }: { readonly onOpen: () => void }) => (
  <Button kind="quiet" onClick={onOpen}>
    {texts.board.showDismissed}
  </Button>
);

function sumOf(lanes: readonly LaneRecord[]): { readonly count: number; readonly amount: number } {
  return lanes.reduce(
    (sum, { count, amount }) => ({ count: sum.count + count, amount: sum.amount + amount }),
    { count: 0, amount: 0 },
  );
}

/** The lanes from left to right in three stages, each with its count, its amount and the age of its oldest claim. */
function LaneBoard({
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
