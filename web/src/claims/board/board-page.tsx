import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Claim } from '#claims/claims/claim-fields.ts';
import type { Lane as LaneRecord } from '#claims/claims/contract.ts';
import { api } from '#web/api/api.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { Figure, Figures } from '#web/components/figure.tsx';
import { Icon } from '#web/components/icons.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useAddressPanel } from '#web/data/address-state.ts';
import { usePages, useQuery } from '#web/data/query.ts';
import { mayEdit, mayStartFarm } from '#web/session/session.ts';
import { formatAge, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { BulkDialog } from '../bulk/bulk-dialog.tsx';
import { type OperationKind, operationsOf } from '../bulk/operations.ts';
import { refreshClaims } from '../bulk/run-operation.ts';
import { WorkedClaims } from '../bulk/worked-claims.tsx';
import { CsvButton } from '../csv/csv-button.tsx';
import { isDeskLane } from '../denials/deadline.ts';
import { denialTexts } from '../denials/denial-texts.ts';
import { dollars } from '../dollars.ts';
import { FilePicker } from '../files/file-picker.tsx';
import { claimColumns } from '../lane/claim-columns.tsx';
import { isListedLane, isTooOld, type Lane, needsWork, stages } from '../lane/lanes.ts';
import { useRepeated } from '../lane/use-repeated.ts';
import './board.css';

/** The claims board: where the money is, what is stuck, and the claims of the lane that is open. */
export default function BoardPage() {
  const lanePanel = useAddressPanel('lane');
  const openLane = lanePanel.shown ?? '';
  const {
    data: lanes,
    error,
    refresh,
  } = useQuery('lanes', () => api('GET /api/inbox/lanes'), { keep: false });
  useRepeated(refresh, 30_000);
  const { list, follow } = useShownList(openLane);
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
      <Page
        title={words.title}
        actions={
          <DismissedButton
            onOpen={() => {
              follow();
              lanePanel.show('dismissed');
            }}
          />
        }
      >
        <Empty
          icon="claim"
          title={words.noClaims}
          text={words.noClaimsText}
          action={
            <>
              <FilePicker label={words.noClaimsAction} />
              {mayStartFarm() && <LinkButton to="/welcome">{texts.app.workplace.startFarm}</LinkButton>}
            </>
          }
        />
      </Page>
    );
  }
  return (
    <Page
      title={words.question}
      answer={words.open(dollars(open.amount))}
      note={words.claimCount(open.count)}
      actions={
        <DismissedButton
          onOpen={() => {
            follow();
            lanePanel.show('dismissed');
          }}
        />
      }
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
        onOpen={(lane) => {
          follow();
          if (lane === openLane) lanePanel.close();
          else lanePanel.show(lane);
        }}
      />
      {isListedLane(openLane) && (
        <LaneClaims
          key={openLane}
          lane={openLane}
          count={lanes.find(({ lane }) => lane === openLane)?.count}
          opened={list}
          onClose={() => {
            follow();
            lanePanel.close();
          }}
        />
      )}
    </Page>
  );
}

/**
 * Shows the list of the lane that a person opens, which lies below all lanes on a phone, and gives it the focus. The focus returns to
 * the lane when its list closes.
 */
function useShownList(lane: string): {
  readonly list: RefObject<HTMLElement>;
  /** The person opens or closes a lane: the next one that is shown is followed. */
  readonly follow: () => void;
} {
  const list = useRef<HTMLElement>(null);
  const isFollowed = useRef(false);
  const before = useRef(lane);
  useEffect(() => {
    if (isFollowed.current) {
      const card = document.querySelector<HTMLElement>(`[data-lane="${before.current}"]`);
      const target = list.current ?? card;
      target?.focus({ preventScroll: true });
      target?.scrollIntoView({ block: list.current === null ? 'nearest' : 'start' });
    }
    isFollowed.current = false;
    before.current = lane;
  }, [lane]);
  return {
    list,
    follow: () => {
      isFollowed.current = true;
    },
  };
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
      data-lane={lane}
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
      <span class="lane-amount">{count === 0 ? words.empty : words.charged(dollars(amount))}</span>
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

/** The claims of a lane as a list, with work on one, on some or on all of them. */
function LaneClaims({
  lane,
  count,
  opened,
  onClose,
}: {
  readonly lane: Lane | 'dismissed';
  /** Undefined for the dismissed claims, which are not counted. */
  readonly count: number | undefined;
  readonly opened: RefObject<HTMLElement>;
  readonly onClose: () => void;
}) {
  const list = usePages<Claim>(
    `claims?lane=${lane}`,
    (cursor) => api('GET /api/claims', { lane, limit: 100, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  const [open, setOpen] = useState<OperationKind>();
  const words = texts.board;
  const operations = operationsOf(lane);
  const all = count === undefined ? list.rows.length : count;
  const readOnly = mayEdit() ? undefined : words.bulk.auditor;
  return (
    <Section
      title={words.laneList(words.lanes[lane])}
      opened={opened}
      note={words.laneHints[lane]}
      actions={
        <>
          {all > 0 &&
            operations.map((kind) => (
              <Button key={kind} small reason={readOnly} reasonAs="tip" onClick={() => setOpen(kind)}>
                {words.bulk.forAll(words.bulk.operations[kind])}
              </Button>
            ))}
          {all > 0 && (
            <CsvButton
              name={`claims-${lane}`}
              page={(cursor) =>
                api(
                  'GET /api/claims',
                  { lane, format: 'csv', limit: 200, ...(cursor !== undefined && { cursor }) },
                  { accept: 'text/csv' },
                )
              }
            />
          )}
          {isDeskLane(lane) && (
            <LinkButton small icon="check-circle" to={`/claims/denials?lane=${lane}`}>
              {denialTexts.title}
            </LinkButton>
          )}
          <Button kind="quiet" small icon="close" label={words.closeLane} onClick={onClose} />
        </>
      }
    >
      <WorkedClaims
        label={words.laneList(words.lanes[lane])}
        rows={list.rows}
        columns={claimColumns(
          'number',
          'patient',
          'payer',
          'service',
          'charge',
          'since',
          'errors',
          'assignee',
        )}
        operations={lane === 'dismissed' ? operations : [...operations, 'follow_up']}
        hasMore={list.hasMore}
        onMore={list.loadMore}
        isLoading={list.isLoading}
        error={list.error}
        onRetry={list.refresh}
        empty={<Empty icon="claim" title={words.emptyLane} text={words.emptyLaneText} />}
      />
      {open && (
        <BulkDialog
          kind={open}
          selection={{ filter: { lane }, count: all }}
          onClose={(hasChanged) => {
            setOpen(undefined);
            if (hasChanged) refreshClaims();
          }}
        />
      )}
    </Section>
  );
}
