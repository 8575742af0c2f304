export type Due = 'overdue' | 'today' | 'later' | 'undated';

/** Sorts after every day. */
export const undated = '~';

/** Bounds of the follow-up days of a part of the worklist; the lower one is included, the upper one is not. */
export function boundsOf(
  due: Due | undefined,
  today: string,
): { readonly from: string; readonly below: string } {
  switch (due) {
    case 'overdue':
      return { from: ' ', below: today };
    case 'today':
      return { from: today, below: dayAfter(today) };
    case 'later':
      return { from: dayAfter(today), below: undated };
    case 'undated':
      return { from: undated, below: `${undated}~` };
    case undefined:
      return { from: ' ', below: `${undated}~` };
  }
}

const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
