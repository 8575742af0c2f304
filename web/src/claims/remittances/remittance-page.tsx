import { useEffect } from 'preact/hooks';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import type { RemittanceClaim, RemittanceDetail } from '#contract/claims/responses/remittance-records.ts';
import { api } from '#web/api/api.ts';
import { Link, useParameters } from '#web/app/router.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { PrintButton } from '#web/components/print-button.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { usePages, useQuery } from '#web/data/query.ts';
import { formatDate, formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { dollars } from '../dollars.ts';
import { BalanceProof } from './balance-proof.tsx';
import { ByHand } from './by-hand.tsx';
import { CutTable, ProviderAdjustmentTable } from './cut-table.tsx';
import { sumOf } from './cuts.ts';
import { EobMenu } from './eob-menu.tsx';
import { RemittanceClaimView } from './remittance-claim.tsx';
import './remittances.css';

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
  const cut = sumOf([data.charge, -data.paid]);
  return (
    <Page
      title={words.detail.title(data.payer.name)}
      answer={dollars(data.payment.amount)}
      note={
        cut === 0
          ? words.detail.fromTo(data.payer.name, data.payee.name)
          : words.detail.cut(dollars(cut), dollars(data.charge))
      }
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
  const { payment, payer, payee, received_at, file_id, claim_count } = remittance;
  const methods: Readonly<Record<string, string>> = words.methods;
  return (
    <Section title={words.facts} kind="card">
      <Facts
        wide
        facts={[
          { label: words.date, value: payment.date && formatDate(payment.date) },
          { label: words.method, value: methods[payment.method] ?? payment.method },
          { label: words.trace, value: payment.trace },
          { label: words.payer, value: [payer.name, payer.id].filter(Boolean).join(' · ') },
          { label: words.payee, value: [payee.name, payee.id].filter(Boolean).join(' · ') },
          { label: words.claims, value: formatNumber(claim_count) },
          { label: words.received, value: formatDateTime(received_at) },
          { label: words.file, value: <Link to={`/claims/files/${file_id}`}>{words.openFile}</Link> },
        ]}
      />
    </Section>
  );
}
