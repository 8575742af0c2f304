import { useMemo } from 'preact/hooks';
import type { PatientShare } from '#claims/money/contract.ts';
import { api } from '#web/api/api.ts';
import { CsvButton } from '#web/claims/csv/csv-button.tsx';
import { dollars } from '#web/claims/dollars.ts';
import { payerName } from '#web/claims/payer/payers.ts';
import { Figure, Figures } from '#web/components/figure.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Section } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { usePages, useQuery } from '#web/data/query.ts';
import { formatDate } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** What patients owe: the sum by reason, and the claims. */
export function PatientShares() {
  const sum = useQuery('money/patients/sum', () => api('GET /api/patient-responsibility/sum'), {
    keep: false,
  });
  const shares = usePages<PatientShare>(
    'money/patients',
    (cursor) =>
      api('GET /api/patient-responsibility', { limit: 100, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  const columns = useMemo(columnsOf, []);
  const words = texts.money.patients;
  return (
    <Section
      title={words.title}
      actions={
        <CsvButton
          name="patient-responsibility"
          page={(cursor) =>
            api(
              'GET /api/patient-responsibility',
              { format: 'csv', limit: 200, ...(cursor !== undefined && { cursor }) },
              { accept: 'text/csv' },
            )
          }
        />
      }
    >
      {sum.data !== undefined && sum.data.claims > 0 && (
        <Figures>
          <Figure
            large
            label={words.sum}
            value={dollars(sum.data.patient_responsibility)}
            note={words.answer(words.claims(sum.data.claims))}
          />
          <Figure label={words.deductible} value={dollars(sum.data.by_reason.deductible)} />
          <Figure label={words.coinsurance} value={dollars(sum.data.by_reason.coinsurance)} />
          <Figure label={words.copay} value={dollars(sum.data.by_reason.copay)} />
          <Figure label={words.other} value={dollars(sum.data.by_reason.other)} />
        </Figures>
      )}
      <List<PatientShare>
        label={words.list}
        rows={shares.rows}
        rowKey={({ claim_id }) => claim_id}
        rowLabel={({ patient_control_number }) => patient_control_number}
        columns={columns}
        pageOf={({ claim_id }) => `/claims/claim/${claim_id}`}
        hasMore={shares.hasMore}
        onMore={shares.loadMore}
        isLoading={shares.isLoading}
        error={shares.error}
        onRetry={shares.refresh}
        empty={<Empty icon="person" title={words.empty} text={words.emptyText} />}
      />
    </Section>
  );
}

function columnsOf(): readonly Column<PatientShare>[] {
  const words = texts.money.patients;
  const reason = (id: keyof PatientShare['by_reason']): Column<PatientShare> => ({
    id,
    label: words[id],
    cell: ({ by_reason }) => dollars(by_reason[id]),
    align: 'end',
    width: '120px',
    hideable: true,
    card: 'none',
  });
  return [
    { id: 'number', label: words.number, cell: ({ patient_control_number }) => patient_control_number },
    { id: 'payer', label: words.payer, cell: ({ payer_id }) => payerName(payer_id), hideable: true },
    {
      id: 'service',
      label: words.service,
      cell: ({ service_from }) => (service_from === undefined ? '' : formatDate(service_from)),
      width: '130px',
    },
    reason('deductible'),
    reason('coinsurance'),
    reason('copay'),
    {
      id: 'total',
      label: words.total,
      cell: ({ patient_responsibility }) => dollars(patient_responsibility),
      align: 'end',
      width: '140px',
      card: 'value',
      labelOnCard: true,
    },
  ];
}
