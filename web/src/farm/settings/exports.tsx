import type { BrandExport } from '#contract/commerce/leaving.ts';
import { api } from '#web/api/api.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Section } from '#web/components/page.tsx';
import { useAction } from '#web/data/action.ts';
import { usePages } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { formatDate, formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** The archives of everything that the brand owns. */
export function Exports() {
  const { id: brand_id } = useBrand();
  const exports = usePages('settings/exports', (cursor) =>
    api('GET /api/v1/brands/{brand_id}/exports', { brand_id, ...(cursor !== undefined && { cursor }) }),
  );
  const words = texts.settings;
  const create = useAction(
    async () => {
      await api('POST /api/v1/brands/{brand_id}/exports', { brand_id });
      await exports.refresh();
    },
    { done: words.exportStarted },
  );
  const download = useAction(async (export_id: string) => {
    const { download: link } = await api('GET /api/v1/brands/{brand_id}/exports/{export_id}', {
      brand_id,
      export_id,
    });
    if (link !== undefined) window.location.assign(link.url);
  });
  return (
    <Section
      title={words.exports}
      note={words.exportsText}
      actions={
        <Button busy={create.isRunning} onClick={() => void create.run()}>
          {words.newExport}
        </Button>
      }
    >
      {exports.rows.length > 0 && (
        <DataTable
          label={words.exports}
          rows={exports.rows}
          rowKey={({ id }) => id}
          columns={[
            { id: 'time', label: texts.news.time, cell: ({ created_at }) => formatDateTime(created_at) },
            { id: 'state', label: texts.billing.state, cell: stateOf },
            {
              id: 'actions',
              label: texts.states.moreActions,
              align: 'end',
              cell: ({ id, status }) =>
                status === 'done' && (
                  <Button kind="quiet" small onClick={() => void download.run(id)}>
                    {words.download}
                  </Button>
                ),
            },
          ]}
        />
      )}
    </Section>
  );
}

function stateOf({ status, records, available_until }: BrandExport) {
  const words = texts.settings;
  return (
    <span class="export-state">
      <Badge tone={status === 'done' ? 'good' : status === 'failed' ? 'danger' : 'neutral'}>
        {words.exportState[status]}
      </Badge>
      {records !== undefined && words.records(formatNumber(records))}
      {status === 'done' && available_until && ` ${words.until(formatDate(available_until))}`}
    </span>
  );
}
