import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { refreshEntry, usedEntries, watchedEntries } from './entries.ts';
import { isOutage } from './outage.ts';

const hasNetwork = signal(globalThis.navigator?.onLine ?? true);
const isReached = signal(true);

/** Whether requests reach the service: the device has a network, and the last request was not lost. */
export const isOnline: ReadonlySignal<boolean> = computed(() => hasNetwork.value && isReached.value);

/** Follows the network of the device. Call it once. */
export function watchNetwork(): void {
  window.addEventListener('online', () => {
    hasNetwork.value = true;
    isReached.value = true;
  });
  window.addEventListener('offline', () => {
    hasNetwork.value = false;
  });
}

/** Fetches, and notes whether the service was reached. */
export async function noticedFetch(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    isReached.value = true;
    return response;
  } catch (error) {
    if (init.signal?.aborted !== true) isReached.value = false;
    throw error;
  }
}

/** The time of the oldest data on the page; undefined if it shows none. */
export function oldestReadAt(): number | undefined {
  const times = usedEntries().flatMap(({ state }) => state.value.readAt ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** The time of the oldest data on the page that an outage kept from being read again; undefined if there are none. */
export const outdatedSince: ReadonlySignal<number | undefined> = computed(() => {
  const times = watchedEntries().flatMap(({ state }) => {
    const { error, readAt } = state.value;
    return isOutage(error) ? (readAt ?? []) : [];
  });
  return times.length === 0 ? undefined : Math.min(...times);
});

/** Reads again what the last read of the page did not get. */
export async function refreshOutdated(): Promise<void> {
  const failed = usedEntries().filter(({ state }) => isOutage(state.peek().error));
  await Promise.all(failed.map(refreshEntry));
}
