import { useState } from 'preact/hooks';
import type { Meter, MeterReading } from '#contract/commerce/water-meters.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Section } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { usePages } from '#web/data/query.ts';
import { ReadingForm } from '#web/farm/water/reading-form.tsx';
import { formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import './readings.css';

/** The readings of a meter, newest first, with a form for the next one and corrections of earlier ones. */
export function Readings({ meter, reason }: { readonly meter: Meter; readonly reason: string | undefined }) {
  const { water } = texts;
  const readings = usePages(`water/readings/${meter.id}`, (cursor) =>
    api('GET /api/v1/meters/{id}/readings', {
      id: meter.id,
      limit: 20,
      ...(cursor !== undefined && { cursor }),
    }),
  );
  const [corrected, setCorrected] = useState<MeterReading | undefined>(undefined);
  return (
    <Section title={water.readings}>
      {reason === undefined && !readings.isLoading && (
        <ReadingForm
          key={corrected?.id ?? 'new'}
          meter={meter}
          last={readings.rows[0]}
          corrected={corrected}
          onDone={() => setCorrected(undefined)}
        />
      )}
      {readings.isLoading && <Loading rows={3} />}
      {readings.error !== undefined && <Failure error={readings.error} onRetry={readings.refresh} />}
      {!readings.isLoading && readings.error === undefined && readings.rows.length === 0 && (
        <p>{water.noReadings}</p>
      )}
      {readings.rows.length > 0 && (
        <DataTable
          label={water.readings}
          rows={readings.rows}
          rowKey={({ id }) => id}
          columns={[
            { id: 'time', label: water.readAt, cell: ({ read_at }) => formatDateTime(read_at) },
            { id: 'value', label: water.value, align: 'end', cell: (reading) => <Value reading={reading} /> },
            {
              id: 'used',
              label: water.usedSince,
              align: 'end',
              cell: ({ used }) =>
                used === null ? water.first : `${formatNumber(used[meter.unit])} ${water.units[meter.unit]}`,
            },
            {
              id: 'correct',
              label: water.correct,
              cell: (reading) => (
                <Button
                  kind="quiet"
                  icon="edit"
                  label={`${water.correct}: ${formatDateTime(reading.read_at)}`}
                  reason={reason}
                  reasonAs="tip"
                  small
                  onClick={() => setCorrected(reading)}
                />
              ),
            },
          ]}
        />
      )}
      {readings.hasMore && (
        <Button busy={readings.isLoadingMore} onClick={() => void readings.loadMore()}>
          {texts.list.loadMore}
        </Button>
      )}
    </Section>
  );
}

function Value({ reading: { value, kind, corrections } }: { readonly reading: MeterReading }) {
  const { water } = texts;
  return (
    <>
      {formatNumber(value)}
      {kind !== 'reading' && <div class="readings-note">{water.kinds[kind]}</div>}
      {corrections.length > 0 && <div class="readings-note">{water.corrections(corrections.length)}</div>}
    </>
  );
}
