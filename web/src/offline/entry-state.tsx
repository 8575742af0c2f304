import { Badge } from '#web/components/badge.tsx';
import type { EntryState } from '#web/offline/outbox-entry.ts';
import { texts } from '#web/text/texts.ts';

/** How far an entry of the outbox is, in a word. */
export function EntryStateBadge({ state }: { readonly state: EntryState }) {
  const { badge } = texts.offline;
  if (state.kind === 'waiting')
    return (
      <Badge tone="info" icon="outbox">
        {badge.waiting}
      </Badge>
    );
  return <Badge tone={state.kind === 'conflict' ? 'warning' : 'danger'}>{badge[state.kind]}</Badge>;
}
