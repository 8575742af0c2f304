import { useRef } from 'preact/hooks';
import type { Claim } from '#claims/claims/claim-fields.ts';
import { api } from '#web/api/api.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { Panel } from '#web/components/panel.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { type AddressPanel, type PanelSteps, panelSteps } from '#web/data/address-state.ts';
import { useQuery } from '#web/data/query.ts';
import { texts } from '#web/text/texts.ts';
import { FixInPlace, fixFormId, isFixable } from '../edit/fix-in-place.tsx';
import { FindingList } from '../finding/finding-list.tsx';
import { LaneBadge } from '../lane/lane-badge.tsx';
import { payerName } from '../payer/payers.ts';
import { ClaimDecisions, ClaimFacts } from './claim-facts.tsx';
import { ClaimMoney } from './claim-money.tsx';
import { claimSentence, nextStep } from './claim-sentence.ts';
import './claim.css';

/** The claim that the address names, beside its list: state, next step, findings and money. */
export function ClaimPanel({
  panel,
  claims,
}: {
  readonly panel: AddressPanel;
  readonly claims: readonly Pick<Claim, 'id'>[];
}) {
  const isFixing = useRef(false);
  if (panel.shown === undefined) return null;
  return <OpenClaim id={panel.shown} steps={panelSteps(panel, claims, ({ id }) => id)} isFixing={isFixing} />;
}

function OpenClaim({
  id,
  steps,
  isFixing,
}: {
  readonly id: string;
  readonly steps: PanelSteps;
  /** Whether the person goes from draft to draft, and the fields of the next one get the focus. */
  readonly isFixing: { current: boolean };
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
      {...steps}
      actions={
        claim !== undefined && isFixable(claim) ? (
          <>
            <LinkButton to={`/claims/claim/${id}`}>{texts.board.openClaim}</LinkButton>
            <Button kind="primary" type="submit" form={fixFormId}>
              {steps.onNext === undefined ? texts.claim.edit.save : texts.claim.edit.saveAndNext}
            </Button>
          </>
        ) : (
          <LinkButton kind="primary" to={`/claims/claim/${id}`}>
            {texts.board.openClaim}
          </LinkButton>
        )
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
            <p class="claim-sentence">{claimSentence(claim, payerName(claim.payer_id, claim.payer_name))}</p>
            <p class="claim-quiet">{nextStep(claim)}</p>
          </div>
          {isFixable(claim) && (
            <FixInPlace
              key={`${id} ${claim.version}`}
              claim={claim}
              takesFocus={isFixing.current}
              onSaved={() => {
                isFixing.current = steps.onNext !== undefined;
                (steps.onNext ?? steps.onClose)();
              }}
            />
          )}
          <ClaimDecisions claim={claim} />
          {claim.findings.length > 0 && <FindingList findings={claim.findings} />}
          <ClaimMoney claim={claim} />
          <ClaimFacts claim={claim} />
        </div>
      )}
    </Panel>
  );
}
