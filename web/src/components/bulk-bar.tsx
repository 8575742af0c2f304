import { texts } from '#web/text/texts.ts';
import { Button } from './button.tsx';
import type { IconName } from './icons.tsx';

/** An action for all selected rows. */
export interface BulkAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName | undefined;
  readonly danger?: boolean | undefined;
  /** Why the action cannot be done for this selection. */
  readonly reason?: string | undefined;
  readonly run: () => void;
}

/** The bar at the bottom of a list while rows are selected. */
export function BulkBar(props: {
  readonly count: number;
  readonly actions: readonly BulkAction[];
  readonly onClear: () => void;
}) {
  return (
    <section class="bulk-bar" aria-label={texts.list.bulk}>
      <p class="bulk-bar-count" role="status">
        {texts.list.selected(props.count)}
      </p>
      <div class="bulk-bar-actions">
        {props.actions.map((action, place) => (
          <Button
            key={action.id}
            kind={action.danger ? 'danger' : place === 0 ? 'primary' : 'secondary'}
            icon={action.icon}
            reason={action.reason}
            reasonAs="tip"
            onClick={action.run}
          >
            {action.label}
          </Button>
        ))}
      </div>
      <Button kind="quiet" icon="close" label={texts.list.clear} onClick={props.onClear} />
    </section>
  );
}
