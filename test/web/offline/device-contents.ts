import type { Page } from 'playwright-core';

/** All that the app has stored on a device: names and bytes of IndexedDB and Cache Storage. */
export interface DeviceContents {
  readonly databases: readonly { readonly name: string; readonly records: number }[];
  /** IndexedDB as text; bytes as Latin-1, so that plain text in them can be found. */
  readonly text: string;
  /** The cached files as text. */
  readonly cachedText: string;
  readonly cachedPaths: readonly string[];
}

export async function deviceContents(page: Page): Promise<DeviceContents> {
  return await page.evaluate(async () => {
    const parts: string[] = [];
    const cached: string[] = [];
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const write = (value: unknown): void => {
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
        const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : new Uint8Array(value.buffer);
        parts.push([...bytes].map((byte) => String.fromCharCode(byte)).join(''));
      } else if (value instanceof CryptoKey) {
        parts.push(`key extractable=${value.extractable}`);
      } else if (typeof value === 'object' && value !== null) {
        for (const [name, member] of Object.entries(value)) {
          parts.push(name);
          write(member);
        }
      } else parts.push(String(value));
    };
    const databases: { name: string; records: number }[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      let records = 0;
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        const values = await settled(objects.getAll());
        const keys = await settled(objects.getAllKeys());
        if (store !== 'keys') records += values.length;
        write([...values, ...keys]);
      }
      database.close();
      databases.push({ name, records });
      parts.push(name);
    }
    const cachedPaths: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        cachedPaths.push(new URL(request.url).pathname);
        cached.push((await (await cache.match(request))?.text()) ?? '');
      }
    }
    return { databases, cachedPaths, text: parts.join('\n'), cachedText: cached.join('\n') };
  });
}
