import type { Claim } from '#contract/claims/claim-records.ts';
import type { FileDetail } from '#contract/claims/files.ts';
import { api } from '#web/api/api.ts';
import { navigate } from '#web/app/router.ts';
import { List } from '#web/components/list.tsx';
import { Section } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { usePages } from '#web/data/query.ts';
import { texts } from '#web/text/texts.ts';
import { claimColumns } from '../lane/claim-columns.tsx';

/** The claims that a file brought, as they are now. */
export function FileClaims({ file: { id, updated_at } }: { readonly file: FileDetail }) {
  const found = usePages<Claim>(
    `claims of file ${id} ${updated_at}`,
    (cursor) =>
      api('POST /api/claims/search', { file_id: id, limit: 100, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  return (
    <Section title={texts.files.fileClaims}>
      <List<Claim>
        label={texts.files.fileClaims}
        rows={found.rows}
        rowKey={(claim) => claim.id}
        columns={claimColumns('number', 'patient', 'payer', 'service', 'charge', 'state', 'errors')}
        onOpen={(claim) => navigate(`/claims/claim/${claim.id}`)}
        hasMore={found.hasMore}
        onMore={found.loadMore}
        isLoading={found.isLoading}
        error={found.error}
        onRetry={found.refresh}
        empty={<Empty icon="claim" title={texts.files.noClaims} />}
      />
    </Section>
  );
}
