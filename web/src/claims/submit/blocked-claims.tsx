import type { ClaimDetail } from '#contract/claims/claim-records.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { Failure, Loading } from '#web/components/states.tsx';
import { useQuery } from '#web/data/query.ts';
import { language, texts } from '#web/text/texts.ts';
import type { X12Texts } from '#web/text/x12-texts.ts';
import { useX12Texts } from '../code/x12-texts.ts';
import { dollars } from '../dollars.ts';
import { LaneBadge } from '../lane/lane-badge.tsx';
import type { BlockingLane, PayerPreview } from './payer-preview.ts';

/** Claims of one lane that are shown with their reasons; the board lists all. */
const shownOfLane = 10;

/** Claims of the payer that a submission does not take, each with the reason. */
export function BlockedClaims({
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
              <span>{dollars(claim.total_charge)}</span>
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
