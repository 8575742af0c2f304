import type { ChainAppender } from '#audit/append/appender.ts';
import type { EntryDraft } from '#audit/entries/chain.ts';

interface AppendGroup<Action> {
  readonly entries: readonly EntryDraft[];
  readonly actions: readonly Action[];
}

/** Appends many groups in order. Each group has its own outcome. */
export const appendAll = <Action>(appender: ChainAppender<Action>, groups: readonly AppendGroup<Action>[]) =>
  Promise.allSettled(groups.map(({ entries, actions }) => appender.append(entries, actions)));
