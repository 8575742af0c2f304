/** Returns how many entries of a person wait on this device to be sent. The person need not be signed in. */
export async function countWaiting(personId: string): Promise<number> {
  const { openOutbox } = await import('#web/offline/outbox-store.ts');
  const store = await openOutbox(personId);
  try {
    const entries = await store.list();
    return entries.filter(({ state }) => state.kind === 'waiting').length;
  } finally {
    store.close();
  }
}
