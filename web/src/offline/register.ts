import { computed, type ReadonlySignal, signal } from '@preact/signals';

/** Whether a new version of the app is on the device and waits for the person. */
export const updateReady: ReadonlySignal<boolean> = computed(() => waiting.value !== undefined);

/** Starts the new version. All tabs of the app load again; the outbox stays. */
export function applyUpdate(): void {
  isAccepted = true;
  const version = waiting.peek();
  if (version === 'reload') location.reload();
  else version?.postMessage('update');
}

/** Registers the service worker of the built app, and looks for new versions. Call it once. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  let isControlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes over a page that has the same version.
    if (isAccepted || (isControlled && document.hidden)) location.reload();
    else if (isControlled) waiting.value = 'reload';
    isControlled = true;
  });
  // The files of the shell would otherwise compete with the first page for a slow line.
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve));
  await new Promise((resolve) => setTimeout(resolve, afterFirstPageMs));
  const registration = await serviceWorker.register('/service-worker.js');
  const offer = () => {
    // Without a controller this is the first visit, not an update.
    if (registration.waiting !== null && serviceWorker.controller !== null)
      waiting.value = registration.waiting;
  };
  offer();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer);
  });
  const look = () => void registration.update().catch(() => undefined);
  document.addEventListener('visibilitychange', () => document.hidden || look());
  setInterval(look, 60 * 60_000);
}

/** A worker that waits, or the version that another tab has started. */
const waiting = signal<ServiceWorker | 'reload' | undefined>(undefined);
let isAccepted = false;
const afterFirstPageMs = 2000;
