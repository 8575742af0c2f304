import type { SentWrite } from '#web/offline/outbox-entry.ts';

/** What a tab tells the others about an outbox. */
export type TabMessage =
  /** Entries were added, changed or removed. */
  | { readonly kind: 'changed' }
  /** The service has a write of this person; the record has this version. */
  | {
      readonly kind: 'sent';
      readonly personId: string;
      readonly sent: SentWrite;
      readonly version: number | undefined;
    };

export const tellTabs = (message: TabMessage): void => channel.postMessage(message);

/** Calls `hear` with each message of another tab. Call it once. */
export function hearTabs(hear: (message: TabMessage) => void): void {
  channel.addEventListener('message', ({ data }) => hear(data));
}

const channel = new BroadcastChannel('granary-outbox');
