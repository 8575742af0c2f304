import { useState } from 'preact/hooks';
import { type ApiData, api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Toolbar } from '#web/components/page.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll } from '#web/data/query.ts';
import { formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { billerReason } from '../access/access.ts';

type Counts = Omit<ApiData<'POST /api/admin/check-claims'>, 'next_cursor'>;

const lanes = ['ready', 'draft', 'review'] as const;

/** Checks the unsent claims against the active configuration, and counts what moved. */
export function CheckClaims() {
  const [counts, setCounts] = useState<Counts>();
  const words = texts.configuration.check;
  const check = useAction(async () => {
    let sum: Counts = { checked: 0, changed: 0, skipped: 0, moved: {} };
    let cursor: string | null = null;
    do {
      const page: ApiData<'POST /api/admin/check-claims'> = await api(
        'POST /api/admin/check-claims',
        {},
        { query: cursor === null ? {} : { cursor } },
      );
      sum = added(sum, page);
      setCounts(sum);
      cursor = page.next_cursor;
    } while (cursor !== null);
    refreshAll('lanes');
  });
  return (
    <>
      <Toolbar>
        <Button
          icon="refresh"
          busy={check.isRunning}
          reason={billerReason()}
          onClick={() => void check.run()}
        >
          {words.button}
        </Button>
      </Toolbar>
      {counts !== undefined && (
        <Notice
          tone={check.isRunning ? 'info' : 'good'}
          isNew
          title={
            check.isRunning
              ? words.running(formatNumber(counts.checked))
              : words.done(counts.checked, counts.changed)
          }
        >
          {lanes.map((lane) => {
            const moved = counts.moved[lane] ?? 0;
            return moved > 0 && <p key={lane}>{words.moved(moved, texts.board.lanes[lane])}</p>;
          })}
          {counts.skipped > 0 && <p>{words.skipped(counts.skipped)}</p>}
        </Notice>
      )}
    </>
  );
}

const added = (sum: Counts, { checked, changed, skipped, moved }: Counts): Counts => ({
  checked: sum.checked + checked,
  changed: sum.changed + changed,
  skipped: sum.skipped + skipped,
  moved: {
    ready: (sum.moved.ready ?? 0) + (moved.ready ?? 0),
    draft: (sum.moved.draft ?? 0) + (moved.draft ?? 0),
    review: (sum.moved.review ?? 0) + (moved.review ?? 0),
  },
});
