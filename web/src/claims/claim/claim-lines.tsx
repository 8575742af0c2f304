import type { ClaimDetail } from '#contract/claims/claim-records.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Section } from '#web/components/page.tsx';
import { formatDate, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { dollars } from '../dollars.ts';
import { type ClaimContent, contentOf } from './claim-content.ts';

type ServiceLine = NonNullable<ClaimContent['lines']>[number];

/** The service lines of a claim, with their diagnoses and their sum. */
export function ClaimLines({ claim }: { readonly claim: ClaimDetail }) {
  const words = texts.claim.lines;
  const { lines = [], diagnoses = [] } = contentOf(claim);
  const codesOf = ({ diagnosis_pointers: places = [] }: ServiceLine) =>
    places.map((place) => diagnoses[place - 1]?.code ?? place).join(', ');
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
