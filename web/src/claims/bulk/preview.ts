import type { BulkPreview } from '#contract/claims/bulk/bulk-runs.ts';
import { type ApiInput, api } from '#web/api/api.ts';

/** What an operation would change, claim by claim. */
export interface PreviewResult {
  readonly claims: readonly BulkPreview[];
  readonly changing: number;
  readonly skipped: number;
  /** Only the first claims of a large selection are previewed. */
  readonly hasMore: boolean;
}

const maxPreviewed = 500;

/** Previews an operation on the first 500 claims of a selection. Changes nothing. */
export async function previewAll(request: ApiInput<'POST /api/bulk-runs/preview'>): Promise<PreviewResult> {
  const previewed: BulkPreview[] = [];
  let cursor: string | undefined;
  do {
    const page = await api('POST /api/bulk-runs/preview', request, { query: { limit: 100, cursor } });
    previewed.push(...page.data);
    cursor = page.pagination.next_cursor ?? undefined;
  } while (cursor !== undefined && previewed.length < maxPreviewed);
  const changing = previewed.filter(({ outcome }) => outcome === 'change').length;
  return {
    claims: previewed,
    changing,
    skipped: previewed.length - changing,
    hasMore: cursor !== undefined,
  };
}
