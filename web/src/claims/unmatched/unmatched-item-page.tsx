import './unmatched.css';
import { useState } from 'preact/hooks';
import type { UnmatchedItemDetail } from '#claims/unmatched/contract.ts';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import { type ApiInput, api } from '#web/api/api.ts';
import { Link, useParameters } from '#web/app/router.ts';
import { billerReason } from '#web/claims/access/access.ts';
import { useX12Texts } from '#web/claims/code/x12-texts.ts';
import { type Decision, DecisionDialog } from '#web/claims/decision/decision-dialog.tsx';
import { dollars } from '#web/claims/dollars.ts';
import { LaneBadge } from '#web/claims/lane/lane-badge.tsx';
import { payerName } from '#web/claims/payer/payers.ts';
import { actorName } from '#web/claims/people.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { Facts } from '#web/components/facts.tsx';
import { FieldRow, MoneyField, SelectField } from '#web/components/fields.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { Timeline } from '#web/components/timeline.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll, useQuery } from '#web/data/query.ts';
import { formatDate, formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { Candidates, type Target } from './candidates.tsx';
import { numberOf, responseCode, stateText } from './item-words.ts';

/** One response that fits nothing: what it says, who may be meant and why, and the decision. */
export default function UnmatchedItemPage() {
  const { id = '' } = useParameters();
  const item = useQuery(`unmatched/${id}`, () => api('GET /api/unmatched/{id}', { id }), { keep: false });
  const { data, error } = item;
  if (data !== undefined) return <Item item={data} onChange={() => void item.refresh()} />;
  const isMissing = isApiError(error) && error.code === 'not_found';
  return (
    <Page title={texts.app.pages.unmatchedItem}>
      {isMissing ? (
        <Empty
          title={texts.unmatched.missing}
          action={<LinkButton to="/claims/unmatched">{texts.app.pages.unmatched}</LinkButton>}
        />
      ) : error === undefined ? (
        <Loading rows={8} />
      ) : (
        <Failure error={error} onRetry={() => void item.refresh()} />
      )}
    </Page>
  );
}

function Item({ item, onChange }: { readonly item: UnmatchedItemDetail; readonly onChange: () => void }) {
  const [asked, setAsked] = useState<'dismiss' | 'takeBack' | Target>();
  const words = texts.unmatched;
  const settled = () => {
    setAsked(undefined);
    refreshAll('unmatched');
    onChange();
  };
  const attach = useAction(
    async (input: ApiInput<'POST /api/unmatched/{id}/attach'>) => {
      await api('POST /api/unmatched/{id}/attach', input, { ifMatch: item });
      settled();
    },
    { done: words.done.attached },
  );
  const dismiss = useAction(
    async (decision: Decision) => {
      await api('POST /api/unmatched/{id}/dismiss', { id: item.id, ...decision }, { ifMatch: item });
      settled();
    },
    { done: words.done.dismissed },
  );
  const takeBack = useAction(
    async (decision: Decision) => {
      await api('POST /api/unmatched/{id}/take-back', { id: item.id, ...decision }, { ifMatch: item });
      settled();
    },
    { done: words.done.takenBack },
  );
  const notOpen = item.state === 'open' ? undefined : words.cannot.notOpen;
  const close = () => setAsked(undefined);
  return (
    <Page
      title={`${words.kinds[item.kind]} ${numberOf(item)}`}
      answer={stateText(item)}
      note={item.state === 'open' ? adviceOf(item) : <SettledClaim id={item.decisions.at(-1)?.claim_id} />}
      actions={
        <>
          <Button
            icon="undo"
            reason={billerReason() ?? (item.can_take_back ? undefined : words.cannot.takeBack)}
            reasonAs="tip"
            onClick={() => setAsked('takeBack')}
          >
            {words.takeBack}
          </Button>
          <Button
            icon="close"
            reason={billerReason() ?? notOpen}
            reasonAs="tip"
            onClick={() => setAsked('dismiss')}
          >
            {words.dismiss}
          </Button>
        </>
      }
    >
      <ItemFacts item={item} />
      {item.state === 'open' && (
        <Candidates
          item={item}
          reason={billerReason() ?? (item.reason === 'too_long' ? words.cannot.tooLong : undefined)}
          onAttach={setAsked}
        />
      )}
      <Decisions item={item} />
      {typeof asked === 'object' && (
        <AttachDialog
          item={item}
          target={asked}
          isRunning={attach.isRunning}
          error={attach.error}
          onAttach={(input) => void attach.run(input)}
          onClose={close}
        />
      )}
      {asked === 'dismiss' && (
        <DecisionDialog
          title={words.dismissTitle}
          text={words.dismissText}
          action={words.dismiss}
          reasons={['not_ours', 'handled_elsewhere', 'duplicate', 'informational', 'other']}
          isRunning={dismiss.isRunning}
          error={dismiss.error}
          onDecide={(decision) => void dismiss.run(decision)}
          onClose={close}
        />
      )}
      {asked === 'takeBack' && (
        <DecisionDialog
          title={words.takeBackTitle}
          text={words.takeBackText}
          action={words.takeBack}
          reasons={['entered_in_error', 'verified_with_payer', 'other']}
          isRunning={takeBack.isRunning}
          error={takeBack.error}
          onDecide={(decision) => void takeBack.run(decision)}
          onClose={close}
        />
      )}
    </Page>
  );
}

/** The claim that a response was attached to, in its lane of now. */
function SettledClaim({ id }: { readonly id: string | undefined }) {
  const { data } = useQuery(
    id === undefined ? undefined : `claim ${id}`,
    () => api('GET /api/claims/{id}', { id: id ?? '' }),
    { keep: false },
  );
  return (
    data && (
      <>
        <Link to={`/claims/claim/${data.id}`}>{data.patient_control_number}</Link>{' '}
        <LaneBadge lane={data.lane} />
      </>
    )
  );
}

function ItemFacts({ item }: { readonly item: UnmatchedItemDetail }) {
  const codes = useX12Texts();
  const words = texts.unmatched.facts;
  const { response, response_id, file_id, service_from, service_to, charge, paid } = item;
  const days = [service_from, service_to === service_from ? undefined : service_to];
  return (
    <Section title={words.title} kind="card">
      <Facts
        wide
        facts={[
          { label: words.patient, value: item.patient_name },
          { label: words.member, value: item.member_id },
          { label: words.number, value: item.patient_control_number },
          { label: words.payerNumber, value: item.payer_control_number },
          { label: words.payer, value: payerName(item.payer_id, item.payer_name) },
          { label: words.charge, value: charge === undefined ? undefined : dollars(charge) },
          { label: words.paid, value: paid === undefined ? undefined : dollars(paid) },
          {
            label: words.service,
            value: days
              .filter((day) => day !== undefined)
              .map((day) => formatDate(day))
              .join(' – '),
          },
          { label: words.npi, value: item.billing_npi },
          { label: words.taxId, value: item.tax_id },
          { label: words.code, value: item.code && responseCode(item.kind, item.code, codes) },
          { label: words.control, value: item.control_number },
          { label: words.received, value: formatDateTime(item.received_at) },
          {
            label: words.source,
            value:
              response === '835' ? (
                <Link to={`/claims/remittances/${response_id}`}>{words.openRemittance}</Link>
              ) : (
                <Link to={`/claims/files/${file_id}`}>{words.openFile}</Link>
              ),
          },
        ]}
      />
    </Section>
  );
}

/** The decisions about a response, oldest first. */
function Decisions({ item: { decisions } }: { readonly item: UnmatchedItemDetail }) {
  const words = texts.unmatched.decisions;
  const { reasons } = texts.unmatched.decision;
  return (
    <Section title={words.title}>
      {decisions.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <Timeline
          label={words.title}
          events={decisions.map(({ at, by, action, reason, note, claim_id }, index) => ({
            id: `${index} ${at}`,
            at,
            title: words[action],
            by: actorName(by),
            tone: action === 'taken_back' ? 'warning' : 'neutral',
            detail: (
              <>
                {reason !== undefined && <p>{reasons[reason]}</p>}
                {note !== undefined && <p>{note}</p>}
                {claim_id !== undefined && (
                  <Link to={`/claims/claim/${claim_id}`}>{texts.unmatched.candidates.open}</Link>
                )}
              </>
            ),
          }))}
        />
      )}
    </Section>
  );
}

type Outcome = NonNullable<ApiInput<'POST /api/unmatched/{id}/attach'>['outcome']> | 'derived';

/** Asks for the reason of an attachment; for an unbalanced payment, also for the amounts of the EOB. */
function AttachDialog(props: {
  readonly item: UnmatchedItemDetail;
  readonly target: Target;
  readonly isRunning: boolean;
  readonly error: unknown;
  readonly onAttach: (input: ApiInput<'POST /api/unmatched/{id}/attach'>) => void;
  readonly onClose: () => void;
}) {
  const { item, target, isRunning, error, onAttach, onClose } = props;
  const isUnbalanced = item.reason === 'claim_unbalanced';
  const [paid, setPaid] = useState(item.paid);
  const [patient, setPatient] = useState<number>();
  const [outcome, setOutcome] = useState<Outcome>('derived');
  const words = texts.unmatched;
  const { outcomes } = words;
  return (
    <DecisionDialog
      title={words.attachTitle(target.name)}
      text={isUnbalanced ? words.attachUnbalanced : words.attachText}
      action={words.candidates.attach}
      reasons={['verified_with_payer', 'verified_on_eob', 'verified_in_bank', 'other']}
      isRunning={isRunning}
      error={error}
      onClose={onClose}
      onDecide={(decision) =>
        onAttach({
          id: item.id,
          ...decision,
          ...(target.claimId !== undefined && { claim_id: target.claimId }),
          ...(target.batchId !== undefined && { batch_id: target.batchId }),
          ...(isUnbalanced && paid !== undefined && { paid }),
          ...(isUnbalanced && patient !== undefined && { patient_responsibility: patient }),
          ...(isUnbalanced && outcome !== 'derived' && { outcome }),
        })
      }
    >
      {isUnbalanced && (
        <FieldRow>
          <MoneyField label={words.paid} name="paid" currency="USD" value={paid} onChange={setPaid} />
          <MoneyField
            label={words.patientOwes}
            name="patient_responsibility"
            currency="USD"
            optional
            value={patient}
            onChange={setPatient}
          />
          <SelectField<Outcome>
            label={words.outcome}
            name="outcome"
            value={outcome}
            onChange={setOutcome}
            options={[
              { value: 'derived', label: outcomes.derived },
              { value: 'paid', label: outcomes.paid },
              { value: 'underpaid', label: outcomes.underpaid },
              { value: 'denied', label: outcomes.denied },
            ]}
          />
        </FieldRow>
      )}
    </DecisionDialog>
  );
}

/** What to do, and what speaks against the claim that has the number. */
function adviceOf({ reason, failed = [] }: UnmatchedItemDetail): string {
  const words = texts.unmatched;
  if (failed.length === 0) return words.advice[reason];
  const criteria = failed.map((one) => words.failed[one]).join(', ');
  return `${words.advice.failed(criteria)} ${words.advice[reason]}`;
}
