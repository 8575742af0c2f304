import { useState } from 'preact/hooks';
import type { ClaimDetail } from '#claims/claims/claim-fields.ts';
import type { FollowUp } from '#claims/follow-up/contract.ts';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import { api } from '#web/api/api.ts';
import { Link, useParameters } from '#web/app/router.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Facts } from '#web/components/facts.tsx';
import { DateField } from '#web/components/fields.tsx';
import { Menu } from '#web/components/menu.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { useAddressState } from '#web/data/address-state.ts';
import { refreshAll, useQuery } from '#web/data/query.ts';
import { mayEdit, session } from '#web/session/session.ts';
import { formatDate, formatNumber } from '#web/text/format.ts';
import { language, texts } from '#web/text/texts.ts';
import { adminReason } from '../access/access.ts';
import { dollars } from '../dollars.ts';
import { EditClaim } from '../edit/edit-claim.tsx';
import { FindingList } from '../finding/finding-list.tsx';
import { assigneeName } from '../lane/claim-columns.tsx';
import { LaneBadge } from '../lane/lane-badge.tsx';
import { useRepeated } from '../lane/use-repeated.ts';
import { payerName } from '../payer/payers.ts';
import { CreateHoldDialog, ReleaseHoldDialog, useHoldOf } from '../retention/legal-holds.tsx';
import { actionName, type ClaimAction, menuActions, primaryAction, reasonAgainst } from './claim-actions.ts';
import { ClaimDialogs } from './claim-dialogs.tsx';
import { type ClaimContent, ClaimDecisions, ClaimFacts, contentOf } from './claim-facts.tsx';
import { ClaimMoney } from './claim-money.tsx';
import { ClaimNotes, notesId } from './claim-notes.tsx';
import { acceptanceOf, claimSentence, errorCount, nextStep } from './claim-sentence.ts';
import { ClaimTimeline } from './claim-timeline.tsx';
import { ClaimVersions } from './claim-versions.tsx';
import { type ClaimActions, useClaimActions } from './use-claim-actions.ts';
import './claim.css';

/** A claim: its state in a sentence, the next action, and everything that happened to it. */
export default function ClaimPage() {
  const { id = '' } = useParameters();
  const { data, error, refresh, set } = useQuery(`claim ${id}`, () => api('GET /api/claims/{id}', { id }), {
    keep: false,
  });
  useRepeated(refresh, data && awaitsResponse(data) ? 3_000 : undefined);
  const [mode, setMode] = useAddressState<'show' | 'edit'>('mode', 'show');
  if (data === undefined) {
    const isMissing = isApiError(error, 'not_found');
    const board = <LinkButton to="/claims">{texts.board.title}</LinkButton>;
    return (
      <Page title={texts.claim.title}>
        {isMissing && <Empty icon="claim" title={texts.claim.missing} action={board} />}
        {!isMissing && error !== undefined && <Failure error={error} onRetry={refresh} />}
        {error === undefined && <Loading rows={8} />}
      </Page>
    );
  }
  if (mode === 'edit' && mayEdit()) {
    return <EditClaim key={id} claim={data} onDone={() => setMode('show')} />;
  }
  return <ShownClaim key={id} claim={data} onChange={set} onEdit={() => setMode('edit')} />;
}

function ShownClaim({
  claim,
  onChange,
  onEdit,
}: {
  readonly claim: ClaimDetail;
  readonly onChange: (claim: ClaimDetail) => void;
  readonly onEdit: () => void;
}) {
  const { sections, findings } = texts.claim;
  const actions = useClaimActions(claim, { onEdit, onNote: focusNotes });
  const primary = primaryAction(claim);
  const reasonText = claim.payer_rejected_reason ?? claim.rejected_reason;
  const isRejected = claim.lane === 'payer_rejected' || claim.lane === 'rejected';
  const hasErrors = errorCount(claim) > 0;
  const findingSection = (
    <Section title={sections.findings} kind="card">
      {claim.findings.length === 0 ? <p>{findings.none}</p> : <FindingList findings={claim.findings} />}
    </Section>
  );
  return (
    <Page
      title={[claim.patient_control_number, claim.patient_name].filter(Boolean).join(' · ')}
      answer={claimSentence(claim, payerName(claim.payer_id, claim.payer_name))}
      note={nextStep(claim)}
      actions={
        <>
          <LaneBadge lane={claim.lane} />
          <ClaimMenu claim={claim} actions={actions} primary={primary} />
        </>
      }
      primary={
        primary && (
          <Button
            kind="primary"
            busy={actions.isRunning}
            reason={reasonAgainst(primary, claim)}
            onClick={() => actions.start(primary)}
          >
            {actionName(primary, claim)}
          </Button>
        )
      }
    >
      {isRejected && reasonText !== undefined && (
        <p class="claim-reason" lang={language === 'en' ? undefined : 'en'}>
          {reasonText}
        </p>
      )}
      <div class="claim-columns">
        <div class="claim-main">
          <ClaimDecisions claim={claim} />
          {hasErrors && findingSection}
          <ClaimMoney claim={claim} />
          <ClaimLines claim={claim} />
          <ClaimTimeline claim={claim} />
          {!hasErrors && findingSection}
          <ClaimVersions claimId={claim.id} version={claim.content_version ?? 1} />
        </div>
        <div class="claim-side">
          <ClaimFacts claim={claim} />
          <ClaimFollowUp claim={claim} onChange={onChange} />
          <ClaimNotes claimId={claim.id} />
          <ClaimRelated claim={claim} />
        </div>
      </div>
      <ClaimDialogs claim={claim} actions={actions} />
    </Page>
  );
}

/** The actions behind the menu, and the legal hold of the claim, which administrators place and end. */
function ClaimMenu({
  claim,
  actions,
  primary,
}: {
  readonly claim: ClaimDetail;
  readonly actions: ClaimActions;
  /** The action of the button beside the menu. */
  readonly primary: ClaimAction | undefined;
}) {
  const [isHolding, setHolding] = useState(false);
  const hold = useHoldOf(claim.id);
  const { end, place } = texts.retention.holds;
  const close = () => setHolding(false);
  return (
    <>
      <Menu
        label={texts.claim.actions.menu}
        items={[
          ...menuActions
            .filter((action) => action !== primary)
            .map((action) => ({
              label: actionName(action, claim),
              reason: reasonAgainst(action, claim),
              danger: action === 'void' || action === 'dismiss',
              onSelect: () => actions.start(action),
            })),
          { label: hold ? end : place, reason: adminReason(), onSelect: () => setHolding(true) },
        ]}
      />
      {isHolding && hold && <ReleaseHoldDialog hold={hold} onClose={close} />}
      {isHolding && !hold && <CreateHoldDialog claimId={claim.id} onClose={close} />}
    </>
  );
}

const responseLanes: ReadonlySet<string> = new Set(['submitted', 'accepted', 'pending']);

/** Whether the claim was sent a moment ago, so that its first responses may arrive while the page is open. */
const awaitsResponse = ({ lane, submitted_at }: ClaimDetail): boolean =>
  submitted_at !== undefined && responseLanes.has(lane) && Date.now() - Date.parse(submitted_at) < 300_000;

function focusNotes(): void {
  const field = document.querySelector<HTMLTextAreaElement>(`#${notesId} textarea`);
  field?.scrollIntoView({ block: 'center' });
  field?.focus();
}

type ServiceLine = NonNullable<ClaimContent['lines']>[number];

/** The service lines of a claim, with their diagnoses and their sum. */
function ClaimLines({ claim }: { readonly claim: ClaimDetail }) {
  const words = texts.claim.lines;
  const { lines = [], diagnoses = [] } = contentOf(claim);
  const codesOf = ({ diagnosis_pointers: places = [] }: ServiceLine) =>
    places.flatMap((place) => diagnoses[place - 1]?.code ?? []).join(', ');
  const sum = lines.reduce((total, { charge = 0 }) => total + charge, 0);
  return (
    <Section title={texts.claim.sections.lines} kind="card">
      <DataTable<ServiceLine>
        label={texts.claim.sections.lines}
        rows={lines}
        rowKey={({ number }, place) => String(number ?? place)}
        columns={[
          {
            id: 'procedure',
            label: words.procedure,
            cell: ({ procedure: { code = '', modifiers = [] } = {} }) => [code, ...modifiers].join(' '),
          },
          { id: 'diagnoses', label: words.diagnoses, cell: codesOf },
          {
            id: 'service',
            label: words.service,
            cell: ({ service_date: day }) => (day === undefined ? '' : formatDate(day)),
          },
          {
            id: 'units',
            label: words.units,
            align: 'end',
            cell: ({ quantity = 0, unit }) =>
              unit === 'MJ' ? `${formatNumber(quantity)} ${words.minutes}` : formatNumber(quantity),
          },
          {
            id: 'charge',
            label: words.charge,
            align: 'end',
            cell: ({ charge = 0 }) => dollars(charge),
            foot: dollars(sum),
          },
        ]}
      />
    </Section>
  );
}

interface RelatedLink {
  readonly label: string;
  readonly to: string;
}

/** Files, submissions, responses and claims that belong to a claim. */
function ClaimRelated({ claim }: { readonly claim: ClaimDetail }) {
  const links = relatedLinks(claim);
  return (
    <Section title={texts.claim.sections.related} kind="card">
      {links.length === 0 ? (
        <p>{texts.claim.related.none}</p>
      ) : (
        <ul class="claim-related">
          {links.map(({ label, to }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function relatedLinks(claim: ClaimDetail): readonly RelatedLink[] {
  const words = texts.claim.related;
  const link = (label: string, id: string | undefined, path: (id: string) => string) =>
    id === undefined ? [] : [{ label, to: path(id) }];
  const claimPath = (id: string) => `/claims/claim/${id}`;
  return [
    ...link(
      words.file,
      claim.source.kind === 'file' ? claim.source.file_id : undefined,
      (id) => `/claims/files/${id}`,
    ),
    ...link(words.submission, claim.submission_id, (id) => `/claims/submissions?id=${id}`),
    ...link(
      words.acknowledgment,
      claim.rejected_by_999_id ?? acceptanceOf(claim)?.response_id,
      (id) => `/claims/acknowledgments?id=${id}`,
    ),
    ...link(
      words.status,
      claim.payer_status_by_277ca_id,
      (id) => `/claims/acknowledgments?kind=claims&id=${id}`,
    ),
    ...link(words.remittance, claim.remittance_id, (id) => `/claims/remittances/${id}`),
    ...link(words.corrects, claim.corrects, claimPath),
    ...link(words.correctedBy, claim.corrected_by, claimPath),
    ...link(words.voidedBy, claim.voided_by, claimPath),
    ...link(words.secondary, claim.secondary_claim_id, claimPath),
    ...link(words.primary, claim.primary_claim_id, claimPath),
  ];
}

/** Who follows a claim up, and when to look at it again. */
function ClaimFollowUp({
  claim,
  onChange,
}: {
  readonly claim: ClaimDetail;
  /** Shows the change before the service confirms it. */
  readonly onChange: (claim: ClaimDetail) => void;
}) {
  const words = texts.claim.followUp;
  const reason = mayEdit() ? undefined : texts.claim.reasons.auditor;
  const isMine = claim.assignee !== undefined && claim.assignee === session.value?.person.id;
  const save = useAction(
    async (change: FollowUp) => {
      const saved = await api('PATCH /api/claims/{id}/follow-up', { id: claim.id, ...change });
      const { assignee, follow_up_on, ...rest } = claim;
      onChange({ ...rest, ...saved });
      refreshAll('worklist');
      refreshAll('claim ');
    },
    { done: words.saved },
  );
  return (
    <Section title={texts.claim.sections.followUp} kind="card" note={words.hint}>
      <Facts facts={[{ label: words.assignee, value: assigneeName(claim.assignee) }]} />
      <div class="claim-buttons">
        {!isMine && (
          <Button
            small
            icon="person"
            reason={reason}
            busy={save.isRunning}
            onClick={() => void save.run({ assignee: 'me' })}
          >
            {words.assignToMe}
          </Button>
        )}
        {claim.assignee !== undefined && (
          <Button
            small
            kind="quiet"
            reason={reason}
            reasonAs="tip"
            onClick={() => void save.run({ assignee: null })}
          >
            {words.unassign}
          </Button>
        )}
      </div>
      <DateField
        label={words.day}
        value={claim.follow_up_on ?? ''}
        reason={reason}
        onChange={(day) => {
          if (/^\d{4}-\d\d-\d\d$/.test(day) && day !== claim.follow_up_on)
            void save.run({ follow_up_on: day });
        }}
      />
      {claim.follow_up_on !== undefined && (
        <Button
          small
          kind="quiet"
          reason={reason}
          reasonAs="tip"
          onClick={() => void save.run({ follow_up_on: null })}
        >
          {words.clear}
        </Button>
      )}
    </Section>
  );
}
