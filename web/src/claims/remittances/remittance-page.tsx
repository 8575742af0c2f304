import './remittances.css';
import { useEffect, useState } from 'preact/hooks';
import type { RemittanceClaim, RemittanceDetail } from '#claims/remittances/contract.ts';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import { type ApiData, api } from '#web/api/api.ts';
import { Link, useParameters } from '#web/app/router.ts';
import { billerReason } from '#web/claims/access/access.ts';
import { useX12Texts } from '#web/claims/code/x12-texts.ts';
import { type Decision, DecisionDialog } from '#web/claims/decision/decision-dialog.tsx';
import { dollars } from '#web/claims/dollars.ts';
import { otherName } from '#web/claims/payer/payer-name.ts';
import { payerName } from '#web/claims/payer/payers.ts';
import { Button, LinkButton, PrintButton } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { usePages, useQuery } from '#web/data/query.ts';
import { formatDate, formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { BalanceProof } from './balance-proof.tsx';
import { adjustmentText, bearerText, cutsOf, partsOfPayments, providerReasonText, sumOf } from './cuts.ts';
import { EobMenu } from './eob-menu.tsx';
import { RemittanceClaimView } from './remittance-claim.tsx';

/** Claims that are loaded without a click, so that the page prints complete. */
const loadedAtOnce = 1_000;

/** A remittance to read and print: payment, balance proof, adjustments in words, claims with lines. */
export default function RemittancePage() {
  const { id = '' } = useParameters();
  const remittance = useQuery(`remittances/${id}`, () => api('GET /api/remittances/{id}', { id, limit: 1 }), {
    keep: false,
  });
  const list = usePages<RemittanceClaim>(
    `remittances/${id}/claims`,
    async (cursor) => {
      const page = await api('GET /api/remittances/{id}', {
        id,
        limit: 200,
        ...(cursor !== undefined && { cursor }),
      });
      return { data: page.claims, next_cursor: page.next_cursor };
    },
    { keep: false },
  );
  useEffect(() => {
    if (list.hasMore && list.rows.length < loadedAtOnce && !list.isLoadingMore) void list.loadMore();
  }, [list.rows.length, list.hasMore]);
  const refresh = () => {
    void remittance.refresh();
    void list.refresh();
  };
  const { data, error } = remittance;
  if (data === undefined)
    return (
      <Page title={texts.app.pages.remittance}>
        {isApiError(error) && error.code === 'not_found' ? (
          <Empty
            icon="remittance"
            title={texts.remittances.detail.missing}
            action={<LinkButton to="/claims/remittances">{texts.app.pages.remittances}</LinkButton>}
          />
        ) : error === undefined ? (
          <Loading rows={8} />
        ) : (
          <Failure error={error} onRetry={refresh} />
        )}
      </Page>
    );
  const words = texts.remittances;
  return (
    <Page
      title={words.detail.title(payerName(data.payer.id, data.payer.name))}
      answer={words.detail.answer(dollars(data.payment.amount))}
      note={partsOfPayments([data])}
      actions={
        <>
          <ByHand remittance={data} claims={list.rows} onChange={refresh} />
          <EobMenu remittanceId={id} />
          <PrintButton>{words.detail.print}</PrintButton>
        </>
      }
    >
      <BalanceProof remittance={data} claims={list.hasMore ? undefined : list.rows} />
      <PaymentFacts remittance={data} />
      <CutTable claims={list.rows} isComplete={!list.hasMore} />
      <ProviderAdjustmentTable adjustments={data.provider_adjustments} />
      <Section title={words.claims.title}>
        {list.isLoading && <Loading rows={6} />}
        {list.error !== undefined && <Failure error={list.error} onRetry={refresh} />}
        <div class="remittance-claims">
          {list.rows.map((claim) => (
            <RemittanceClaimView key={claim.number} claim={claim} remittanceId={id} />
          ))}
        </div>
        {list.hasMore && list.rows.length >= loadedAtOnce && (
          <Button busy={list.isLoadingMore} onClick={() => void list.loadMore()}>
            {words.claims.more}
          </Button>
        )}
      </Section>
    </Page>
  );
}

function PaymentFacts({ remittance }: { readonly remittance: RemittanceDetail }) {
  const words = texts.remittances.detail;
  const { payment, payer, payee, received_at, file_id, claim_count, same_numbers_as } = remittance;
  const methods: Readonly<Record<string, string>> = words.methods;
  const name = payerName(payer.id, payer.name);
  return (
    <Section title={words.facts} kind="card">
      <Facts
        wide
        facts={[
          { label: words.date, value: payment.date && formatDate(payment.date) },
          { label: words.method, value: methods[payment.method] ?? payment.method },
          { label: words.trace, value: payment.trace },
          { label: words.payer, value: [name, payer.id].filter(Boolean).join(' · ') },
          { label: words.payerInFile, value: otherName(name, payer.name) },
          { label: words.payee, value: [payee.name, payee.id].filter(Boolean).join(' · ') },
          { label: words.claims, value: formatNumber(claim_count) },
          { label: words.received, value: formatDateTime(received_at) },
          {
            label: words.sameNumber,
            value: same_numbers_as && (
              <Link to={`/claims/remittances/${same_numbers_as}`}>{words.openEarlier}</Link>
            ),
          },
          { label: words.file, value: <Link to={`/claims/files/${file_id}`}>{words.openFile}</Link> },
        ]}
      />
    </Section>
  );
}

/** What was cut, by group and reason in words. */
function CutTable({
  claims,
  isComplete,
}: {
  readonly claims: readonly RemittanceClaim[];
  readonly isComplete: boolean;
}) {
  const codes = useX12Texts();
  const words = texts.remittances.cuts;
  const cuts = cutsOf(claims);
  return (
    <Section title={words.title} note={isComplete ? undefined : words.partial(claims.length)} kind="card">
      {cuts.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <DataTable
          label={words.title}
          rows={cuts}
          rowKey={({ group, reason }) => `${group}-${reason}`}
          columns={[
            {
              id: 'reason',
              label: words.reason,
              cell: (cut) => adjustmentText(cut, codes),
              foot: words.total,
            },
            { id: 'bearer', label: words.bearer, cell: bearerText, foot: '' },
            {
              id: 'claims',
              label: words.claims,
              align: 'end',
              cell: ({ claims: count }) => formatNumber(count),
              foot: '',
            },
            {
              id: 'amount',
              label: words.amount,
              align: 'end',
              cell: ({ amount }) => dollars(amount),
              foot: dollars(sumOf(cuts.map(({ amount }) => amount))),
            },
          ]}
        />
      )}
    </Section>
  );
}

/** The provider-level adjustments (PLB) in words. */
function ProviderAdjustmentTable({
  adjustments,
}: {
  readonly adjustments: RemittanceDetail['provider_adjustments'];
}) {
  const words = texts.remittances.provider;
  if (adjustments.length === 0) return null;
  return (
    <Section title={words.title} note={words.note} kind="card">
      <DataTable
        label={words.title}
        rows={adjustments}
        rowKey={(_, index) => String(index)}
        columns={[
          { id: 'reason', label: words.reason, cell: ({ reason, text }) => providerReasonText(reason, text) },
          { id: 'provider', label: words.provider, cell: ({ provider }) => provider },
          { id: 'reference', label: words.reference, cell: ({ reference = '' }) => reference },
          {
            id: 'period',
            label: words.period,
            cell: ({ fiscal_period }) => (fiscal_period === undefined ? '' : formatDate(fiscal_period)),
          },
          { id: 'amount', label: words.amount, align: 'end', cell: ({ amount }) => dollars(amount) },
        ]}
      />
    </Section>
  );
}

/** Posts the payments of an unbalanced remittance by hand, and takes such postings back. */
function ByHand(props: {
  readonly remittance: RemittanceDetail;
  readonly claims: readonly RemittanceClaim[];
  readonly onChange: () => void;
}) {
  const { remittance, onChange } = props;
  const [asked, setAsked] = useState<'post' | 'takeBack'>();
  const words = texts.remittances.byHand;
  const held = remittance.counts.held;
  const hasByHand = props.claims.some((claim) => isPostedByHand(claim, remittance));
  const decide = useAction(async (decision: Decision) => {
    const { changed, skipped } =
      asked === 'post'
        ? await throughAll((query) =>
            api('POST /api/remittances/{id}/post', { id: remittance.id, ...decision }, { query }),
          )
        : await throughAll((query) =>
            api('POST /api/remittances/{id}/take-back', { id: remittance.id, ...decision }, { query }),
          );
    const text = asked === 'post' ? words.posted(changed) : words.takenBack(changed);
    toast({ text: skipped > 0 ? `${text}. ${words.skipped(skipped)}` : text });
    setAsked(undefined);
    onChange();
  });
  if (held === 0 && !hasByHand) return null;
  return (
    <>
      <Button
        icon="check"
        reason={billerReason() ?? (held === 0 ? words.nothingHeld : undefined)}
        reasonAs="tip"
        onClick={() => setAsked('post')}
      >
        {words.post}
      </Button>
      <Button
        icon="undo"
        reason={billerReason() ?? (hasByHand ? undefined : words.nothingByHand)}
        reasonAs="tip"
        onClick={() => setAsked('takeBack')}
      >
        {words.takeBack}
      </Button>
      {asked !== undefined && (
        <DecisionDialog
          title={asked === 'post' ? words.postTitle : words.takeBackTitle}
          text={asked === 'post' ? words.postText(held) : words.takeBackText}
          action={asked === 'post' ? words.postAction : words.takeBackAction}
          reasons={
            asked === 'post'
              ? ['verified_on_eob', 'verified_with_payer', 'verified_in_bank', 'other']
              : ['entered_in_error', 'duplicate', 'not_ours', 'other']
          }
          isRunning={decide.isRunning}
          error={decide.error}
          onDecide={(decision) => void decide.run(decision)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

/** The service posts only what adds up, so a posted payment of an unbalanced remittance was posted by a person. */
function isPostedByHand({ match, posted_at, held }: RemittanceClaim, { balance }: RemittanceDetail): boolean {
  if (posted_at === undefined || held !== undefined || match?.result !== 'matched') return false;
  return match.by === 'hand' || balance?.balanced === false;
}

/** One call works for 15 seconds; `next_cursor` continues. */
async function throughAll(
  call: (query: { readonly cursor?: string }) => Promise<ApiData<'POST /api/remittances/{id}/post'>>,
): Promise<Pick<ApiData<'POST /api/remittances/{id}/post'>, 'changed' | 'skipped'>> {
  let changed = 0;
  let skipped = 0;
  let cursor: string | null = null;
  do {
    const result: ApiData<'POST /api/remittances/{id}/post'> = await call(cursor === null ? {} : { cursor });
    changed += result.changed;
    skipped += result.skipped;
    cursor = result.next_cursor;
  } while (cursor !== null);
  return { changed, skipped };
}
