import type { AgingRow } from '#contract/claims/reports.ts';
import { api } from '#web/api/api.ts';
import { LinkButton } from '#web/components/button.tsx';
import { DateField, FieldRow, SelectField, TextField } from '#web/components/fields.tsx';
import { Page } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { useQuery } from '#web/data/query.ts';
import { texts } from '#web/text/texts.ts';
import { dollars } from '../dollars.ts';
import { sumOf } from '../remittances/cuts.ts';
import { AgingTable } from './aging-table.tsx';
import type { AllFigures, FigureFilter } from './all-figures.ts';
import { DenialTable } from './denial-table.tsx';
import { Headline } from './headline.tsx';
import { CleanTable, DaysTable } from './payer-tables.tsx';

/** How fast and how completely payers pay. */
export default function FiguresPage() {
  const [payer, setPayer] = useAddressState<string>('payer', '');
  const [npi, setNpi] = useAddressState<string>('npi', '');
  const [from, setFrom] = useAddressState<string>('from', '');
  const [to, setTo] = useAddressState<string>('to', '');
  const filter: FigureFilter = {
    ...(payer !== '' && { payer_id: payer }),
    ...(/^\d{10}$/.test(npi) && { billing_npi: npi }),
    ...(from !== '' && { service_from: from }),
    ...(to !== '' && { service_to: to }),
  };
  const figures = useQuery(`figures?${JSON.stringify(filter)}`, () => readFigures(filter), { keep: false });
  const payers = useQuery('configuration/payers', () => api('GET /api/config/payers'), { keep: false });
  const words = texts.figures;
  const { data, error } = figures;
  return (
    <Page
      title={texts.app.pages.figures}
      answer={data && words.answer(openAmount(data.aging))}
      note={words.question}
    >
      <FieldRow>
        <SelectField
          label={words.filters.payer}
          value={payer}
          onChange={setPayer}
          options={[
            { value: '', label: words.filters.allPayers },
            ...(payers.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <TextField
          label={words.filters.npi}
          value={npi}
          onChange={setNpi}
          inputmode="numeric"
          maxLength={10}
          code
        />
        <DateField label={words.filters.from} value={from} onChange={setFrom} max={to} />
        <DateField label={words.filters.to} value={to} onChange={setTo} min={from} />
      </FieldRow>
      {error !== undefined && data === undefined && (
        <Failure error={error} onRetry={() => void figures.refresh()} />
      )}
      {figures.isLoading && <Loading rows={10} />}
      {data?.aging.length === 0 && data.clean.length === 0 ? (
        <Empty
          icon="report"
          title={words.empty}
          text={words.emptyText}
          action={<LinkButton to="/claims/files">{words.toFiles}</LinkButton>}
        />
      ) : (
        data !== undefined && (
          <>
            <Headline figures={data} />
            <AgingTable rows={data.aging} payers={data.payers} filter={filter} />
            <DenialTable rows={data.denials} payers={data.payers} filter={filter} />
            <DaysTable rows={data.days} payers={data.payers} filter={filter} />
            <CleanTable rows={data.clean} payers={data.payers} filter={filter} />
          </>
        )
      )}
    </Page>
  );
}

async function readFigures(filter: FigureFilter): Promise<AllFigures> {
  const [aging, denials, days, clean, payers] = await Promise.all([
    api('GET /api/reports/aging', filter),
    api('GET /api/reports/denials', filter),
    api('GET /api/reports/days-to-pay', filter),
    api('GET /api/reports/clean-claims', filter),
    api('GET /api/config/payers'),
  ]);
  return { aging, denials, days, clean, payers };
}

const openAmount = (rows: readonly AgingRow[]): string =>
  dollars(sumOf(rows.filter(({ lane }) => lane !== 'paid').map(({ total }) => total.amount)));
