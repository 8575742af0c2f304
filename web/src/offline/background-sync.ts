/** Asks for a `sync` event when the signal is back. Not every browser has it, and the types of TypeScript do not. */
export async function requestBackgroundSync(): Promise<void> {
  const registration: unknown = await navigator.serviceWorker?.getRegistration();
  const sync: unknown = Object(registration).sync;
  if (hasRegister(sync)) await sync.register('outbox').catch(() => undefined);
}

const hasRegister = (sync: unknown): sync is { register(tag: string): Promise<void> } =>
  typeof Object(sync).register === 'function';
