/**
 * The service worker: serves the app without signal. It keeps the files of the build and `/config.json`, and never a reply of
 * the APIs. A new version waits until the person accepts it.
 */
interface WorkerScope {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { readonly includeUncontrolled: boolean }): Promise<readonly Tab[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate' | 'sync', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

interface Tab {
  postMessage(message: unknown): void;
}

interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface RequestEvent extends LifeEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

/** Set by the build: a digest of all files, and their paths. */
declare const BUILD: { readonly version: string; readonly files: readonly string[] };

/** The types of a page stand in the way: a service worker has another global object. */
const worker = globalThis as unknown as WorkerScope;

const prefix = 'granary-shell-';
const cacheName = prefix + BUILD.version;
const settings = '/config.json';

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(cacheName).then(async (cache) => {
      // Names with a digest come from the HTTP cache; the page itself must be the new one.
      await cache.addAll(
        ['/', ...BUILD.files].map(
          (path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' }),
        ),
      );
      // A deployment without sign-in has no settings.
      await cache.add(new Request(settings, { cache: 'reload' })).catch(() => undefined);
    }),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldVersions().then(() => worker.clients.claim()));
});

worker.addEventListener('message', ({ data }) => {
  if (data === 'update') void worker.skipWaiting();
});

// The tokens live in the tabs, so a tab sends. Without one the rejection makes the browser try again later.
worker.addEventListener('sync', (event) => {
  event.waitUntil(
    worker.clients.matchAll({ includeUncontrolled: true }).then((tabs) => {
      if (tabs.length === 0) throw new Error('No tab is open');
      for (const tab of tabs) tab.postMessage('send-outbox');
    }),
  );
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin || isService(pathname)) return;
  if (pathname === settings) event.respondWith(newestSettings(request));
  else if (request.mode === 'navigate') event.respondWith(keptOr('/', request));
  else if (BUILD.files.includes(pathname) || pathname.startsWith('/assets/'))
    event.respondWith(keptOr(pathname, request));
});

/** Replies of the services, which are never kept. */
const isService = (path: string): boolean => /^\/(api|\.local|\.well-known)(\/|$)/.test(path);

async function keptOr(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  // Tabs of the version before may still load their pages.
  return (await cache.match(path)) ?? (await caches.match(path)) ?? (await fetch(request));
}

async function newestSettings(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.ok) await (await caches.open(cacheName)).put(settings, response.clone());
    return response;
  } catch (error) {
    const kept = await caches.match(settings);
    if (kept === undefined) throw error;
    return kept;
  }
}

/** The version before stays for tabs that run it. */
async function forgetOldVersions(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

export type { WorkerScope };
