import { useState } from 'preact/hooks';
import type { Claim, ClaimDetail } from '#claims/claims/claim-fields.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Figure, Figures } from '#web/components/figure.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Section } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { usePages, useQuery } from '#web/data/query.ts';
import { formatDate, formatTime } from '#web/text/format.ts';
import { language, texts } from '#web/text/texts.ts';
import type { X12Texts } from '#web/text/x12-texts.ts';
import { billerReason } from '../access/access.ts';
import { useX12Texts } from '../code/x12-texts.ts';
import { dollars } from '../dollars.ts';
import { LaneBadge } from '../lane/lane-badge.tsx';
import { transportErrorText } from './connection-test.tsx';
import { type BlockingLane, blockingLanes, type PayerPreview } from './payer-preview.ts';

/** One payer: what goes out now, and what stays with the reason. */
export function PayerCard(props: {
  readonly payer: PayerPreview;
  readonly isRunning: boolean;
  readonly onSubmit: () => void;
}) {
  const { payer, isRunning, onSubmit } = props;
  const [shown, setShown] = useState<'ready' | 'blocked'>();
  const words = texts.submit;
  const blocking = blockingLanes.filter((lane) => payer.blocked[lane].count > 0);
  const toggle = (part: 'ready' | 'blocked') => setShown(shown === part ? undefined : part);
  const { count, amount } = payer.ready;
  return (
    <Section
      title={payer.name}
      note={payer.name === payer.payerId ? undefined : payer.payerId}
      kind="card"
      actions={
        <Button
          icon="send"
          busy={isRunning}
          reason={billerReason() ?? (count === 0 ? words.nothingReady : undefined)}
          onClick={onSubmit}
        >
          {words.submitPayer}
        </Button>
      }
    >
      <Figures>
        <Figure
          label={words.goesOut}
          value={words.claimCount(count)}
          note={
            <>
              {texts.board.charged(dollars(amount))}
              {count > 0 && (
                <Button kind="quiet" small expanded={shown === 'ready'} onClick={() => toggle('ready')}>
                  {shown === 'ready' ? words.hide : words.showClaims}
                </Button>
              )}
            </>
          }
        />
        <Figure
          label={words.blocks}
          value={words.claimCount(blocking.reduce((sum, lane) => sum + payer.blocked[lane].count, 0))}
          note={
            blocking.length === 0 ? (
              words.blockedNone
            ) : (
              <>
                {blocking
                  .map((lane) => `${words.claimCount(payer.blocked[lane].count)}: ${words.lanes[lane]}`)
                  .join(' · ')}
                <Button kind="quiet" small expanded={shown === 'blocked'} onClick={() => toggle('blocked')}>
                  {shown === 'blocked' ? words.hide : words.showBlocked}
                </Button>
              </>
            )
          }
        />
      </Figures>
      {!payer.isConfigured && <Notice tone="warning">{words.notConfigured}</Notice>}
      {payer.inProgress.map(({ id, state, claim_count, created_at, last_error }) => (
        <Notice key={id} tone="warning" title={words.inProgress}>
          <p>{words.inProgressItem(claim_count, words.list.states[state], formatTime(created_at))}</p>
          {last_error !== undefined && <p>{transportErrorText(last_error)}</p>}
        </Notice>
      ))}
      {shown === 'ready' && <ReadyClaims payer={payer} />}
      {shown === 'blocked' && <BlockedClaims payer={payer} lanes={blocking} />}
    </Section>
  );
}

/** The claims that a submission to the payer sends. */
function ReadyClaims({ payer }: { readonly payer: PayerPreview }) {
  const ready = usePages<Claim>(
    `submit/ready?payer=${payer.payerId}`,
    (cursor) =>
      api('GET /api/claims', {
        lane: 'ready',
        payer_id: payer.payerId,
        limit: 50,
        ...(cursor !== undefined && { cursor }),
      }),
    { keep: false },
  );
  const { columns } = texts.board;
  if (ready.isLoading) return <Loading rows={3} />;
  if (ready.error !== undefined && ready.rows.length === 0)
    return <Failure error={ready.error} onRetry={() => void ready.refresh()} />;
  return (
    <div class="submit-claims">
      <DataTable<Claim>
        label={texts.submit.readyClaims(payer.name)}
        rows={ready.rows}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'number',
            label: columns.number,
            cell: ({ id, patient_control_number }) => (
              <Link to={`/claims/claim/${id}`}>{patient_control_number}</Link>
            ),
          },
          { id: 'patient', label: columns.patient, cell: ({ patient_name }) => patient_name },
          {
            id: 'service',
            label: columns.service,
            cell: ({ service_from }) => (service_from === undefined ? '' : formatDate(service_from)),
          },
          {
            id: 'charge',
            label: columns.charge,
            align: 'end',
            cell: ({ total_charge }) => dollars(total_charge),
          },
        ]}
      />
      {ready.hasMore && (
        <Button busy={ready.isLoadingMore} onClick={() => void ready.loadMore()}>
          {texts.list.loadMore}
        </Button>
      )}
    </div>
  );
}

/** Claims of one lane that are shown with their reasons; the board lists all. */
const shownOfLane = 10;

/** Claims of the payer that a submission does not take, each with the reason. */
function BlockedClaims({
  payer,
  lanes,
}: {
  readonly payer: PayerPreview;
  readonly lanes: readonly BlockingLane[];
}) {
  const codes = useX12Texts();
  const blocked = useQuery<readonly ClaimDetail[]>(
    `submit/blocked?payer=${payer.payerId}`,
    () => readBlocked(payer.payerId, lanes),
    { keep: false },
  );
  if (blocked.error !== undefined && blocked.data === undefined)
    return <Failure error={blocked.error} onRetry={() => void blocked.refresh()} />;
  if (blocked.data === undefined) return <Loading rows={3} />;
  const isCut = lanes.some((lane) => payer.blocked[lane].count > shownOfLane);
  return (
    <div class="submit-claims">
      <ul class="submit-blocked" aria-label={texts.submit.blockedClaims(payer.name)}>
        {blocked.data.map((claim) => (
          <li key={claim.id}>
            <span class="submit-blocked-head">
              <Link to={`/claims/claim/${claim.id}`}>{claim.patient_control_number}</Link>
              <LaneBadge lane={claim.lane} />
              <span>{texts.board.charged(dollars(claim.total_charge))}</span>
            </span>
            <span class="submit-why">{whyBlocked(claim, codes)}</span>
          </li>
        ))}
      </ul>
      {isCut && (
        <p>
          {texts.submit.firstBlocked(blocked.data.length)} <Link to="/claims">{texts.submit.toBoard}</Link>
        </p>
      )}
    </div>
  );
}

async function readBlocked(payerId: string, lanes: readonly BlockingLane[]): Promise<readonly ClaimDetail[]> {
  const pages = await Promise.all(
    lanes.map((lane) => api('GET /api/claims', { lane, payer_id: payerId, limit: shownOfLane })),
  );
  return Promise.all(pages.flatMap(({ data }) => data.map(({ id }) => api('GET /api/claims/{id}', { id }))));
}

/** The first error, conflict or reason of a person; in another language than English the meaning of the code. */
function whyBlocked(claim: ClaimDetail, codes: X12Texts | undefined): string {
  const errors = claim.findings.filter(({ severity }) => severity === 'fatal' || severity === 'error');
  const conflict = claim.conflicts.find(({ open }) => open === true);
  if (claim.lane === 'held') return claim.lane_reason ?? texts.submit.lanes.held;
  if (claim.lane === 'review') return conflict?.text ?? texts.submit.lanes.review;
  const words = errors
    .slice(0, 3)
    .map(({ id, message }) => `${id}: ${language === 'en' ? message : (codes?.edit(id) ?? message)}`);
  return words.length > 0 ? words.join(' ') : texts.submit.noFindings;
}
