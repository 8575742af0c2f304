import { effect } from '@preact/signals';
import { openKept, wipe, wipeOthers } from '#web/offline/local-store.ts';
import { owner } from '#web/offline/owner.ts';
import { registerServiceWorker } from '#web/offline/register.ts';
import { onSignOut } from '#web/session/start-session.ts';

/** Follows the session: opens the outbox of the person and deletes kept data of other people. Call it once. */
export function startOffline(): void {
  onSignOut(wipe);
  const loaded = import('#web/offline/outbox.ts');
  void loaded.then(({ watchSignal }) => watchSignal());
  effect(() => {
    const personId = owner.value?.personId;
    void loaded.then(({ showOutboxOf }) => showOutboxOf(personId)).catch(() => undefined);
    if (personId === undefined) return;
    openKept(personId);
    void wipeOthers(personId);
  });
  void registerServiceWorker().catch(() => undefined);
}
