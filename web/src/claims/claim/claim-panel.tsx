import { api } from '#web/api/api.ts';
import { LinkButton } from '#web/components/button.tsx';
import { Panel } from '#web/components/panel.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useQuery } from '#web/data/query.ts';
import { texts } from '#web/text/texts.ts';
import { FindingList } from '../finding/finding-list.tsx';
import { LaneBadge } from '../lane/lane-badge.tsx';
import { ClaimDecisions, ClaimFacts } from './claim-facts.tsx';
import { ClaimMoney } from './claim-money.tsx';
import { claimSentence, nextStep } from './claim-sentence.ts';
import './claim.css';

/** A claim beside its list: state, next step, findings and money. */
export function ClaimPanel({
  id,
  onClose,
  onPrevious,
  onNext,
}: {
  readonly id: string;
  readonly onClose: () => void;
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
}) {
  const {
    data: claim,
    error,
    refresh,
  } = useQuery(`claim ${id}`, () => api('GET /api/claims/{id}', { id }), { keep: false });
  return (
    <Panel
      title={claim?.patient_control_number ?? texts.claim.title}
      note={claim && <LaneBadge lane={claim.lane} />}
      to={`/claims/claim/${id}`}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      actions={
        <LinkButton kind="primary" to={`/claims/claim/${id}`}>
          {texts.board.openClaim}
        </LinkButton>
      }
    >
      {claim === undefined ? (
        error === undefined ? (
          <Loading rows={6} />
        ) : (
          <Failure error={error} onRetry={refresh} />
        )
      ) : (
        <div class="claim-main">
          <div>
            <p class="claim-sentence">{claimSentence(claim)}</p>
            <p class="claim-quiet">{nextStep(claim)}</p>
          </div>
          <ClaimDecisions claim={claim} />
          {claim.findings.length > 0 && <FindingList findings={claim.findings} />}
          <ClaimMoney claim={claim} />
          <ClaimFacts claim={claim} />
        </div>
      )}
    </Panel>
  );
}
