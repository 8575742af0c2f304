import { useState } from 'preact/hooks';
import type { Retention } from '#contract/claims/retention.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Page } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useQuery } from '#web/data/query.ts';
import { formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { adminReason } from '../access/access.ts';
import { actorName } from '../audit/names.ts';
import { LegalHolds } from './legal-holds.tsx';
import { PeriodDialog } from './period-dialog.tsx';
import { Purges } from './purges.tsx';

/** How long records are kept, what holds them longer, and purges with their preview. */
export default function RetentionPage() {
  const [isEditing, setEditing] = useState(false);
  const period = useQuery('retention/period', () => api('GET /api/admin/retention'), { keep: false });
  const words = texts.retention;
  const { data, error } = period;
  return (
    <Page
      title={texts.app.pages.retention}
      answer={data && answerOf(data)}
      note={data && noteOf(data)}
      primary={
        <Button
          kind="primary"
          icon="edit"
          busy={data === undefined}
          reason={adminReason()}
          onClick={() => setEditing(true)}
        >
          {words.edit}
        </Button>
      }
    >
      {error !== undefined && data === undefined && (
        <Failure error={error} onRetry={() => void period.refresh()} />
      )}
      {period.isLoading && <Loading rows={3} />}
      <LegalHolds />
      <Purges hasPeriod={data !== undefined && data.retention_days !== null} />
      {isEditing && data !== undefined && (
        <PeriodDialog period={data} onSaved={period.set} onClose={() => setEditing(false)} />
      )}
    </Page>
  );
}

const answerOf = ({ retention_days }: Retention): string =>
  retention_days === null ? texts.retention.answerForever : texts.retention.answerDays(retention_days);

function noteOf({ retention_days, automatic, updated_at, updated_by }: Retention): string {
  const words = texts.retention;
  return [
    retention_days === null ? undefined : automatic ? words.automatic : words.manual,
    updated_at && updated_by && words.period.updated(formatDateTime(updated_at), actorName(updated_by)),
  ]
    .filter(Boolean)
    .join(' ');
}
