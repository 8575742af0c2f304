import type { ComponentChildren } from 'preact';
import type { ListProps } from './list-props.ts';
import { Rows } from './list-rows.tsx';
import { Failure, Loading } from './states.tsx';
import './list.css';

export type { BulkAction } from './bulk-bar.tsx';
export type { Column } from './column-layout.ts';
export type { ListOrder, ListProps } from './list-props.ts';

/** A list of rows, which renders those near the screen only. Where it is narrow, rows are cards. */
export function List<T>(props: ListProps<T>): ComponentChildren {
  if (props.rows.length > 0) return <Rows {...props} />;
  if (props.error !== undefined) return <Failure error={props.error} onRetry={retryOf(props.onRetry)} />;
  return props.isLoading ? <Loading rows={8} /> : props.empty;
}

const retryOf = (retry: (() => unknown) | undefined): (() => void) | undefined =>
  retry && (() => void retry());
