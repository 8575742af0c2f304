import { formatDate } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import './worklist.css';

/** The day to look at a claim again, with a word if that is today or earlier. */
export function FollowUpDay({ day, today }: { readonly day: string | undefined; readonly today: string }) {
  if (day === undefined) return null;
  const isLate = today !== '' && day < today;
  const word = isLate ? texts.worklist.due.overdue : day === today ? texts.worklist.due.today : undefined;
  return (
    <span class={isLate ? 'follow-up-late' : undefined}>
      {formatDate(day)}
      {word !== undefined && ` · ${word}`}
    </span>
  );
}
