import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { File as ClaimsFile, Upload as UploadLink } from '#claims/files/contract.ts';
import { api } from '#web/api/api.ts';
import { refreshAll } from '#web/data/query.ts';
import { session } from '#web/session/session.ts';

/** A file of this device on its way to the service, until it is processed. Kept in memory only. */
export interface Upload {
  /** Place in the list of uploads of this page load. */
  readonly id: number;
  readonly content: File;
  readonly phase: 'waiting' | 'sending' | 'following' | 'done' | 'failed' | 'canceled' | 'unknown';
  /** Share that was sent, from 0 to 1. */
  readonly sent: number;
  /** The file of the service, from the moment it has an id. */
  readonly file?: ClaimsFile;
  /** Why it failed: an UploadFailure, `empty`, or an error of the API. */
  readonly failure?: unknown;
}

const list = signal<readonly Upload[]>([]);
const aborts = new Map<number, AbortController>();
let nextId = 1;

/** All uploads since the page was loaded, newest last. */
export const uploads: ReadonlySignal<readonly Upload[]> = computed(() => list.value);

/** Uploads files, two at a time, and follows each until it is processed. */
export function uploadFiles(files: Iterable<File>): void {
  const added = [...files].map((content): Upload => {
    const isEmpty = content.size === 0;
    return {
      id: nextId++,
      content,
      phase: isEmpty ? 'failed' : 'waiting',
      sent: 0,
      ...(isEmpty && { failure: 'empty' }),
    };
  });
  list.value = [...list.value, ...added];
  startWaiting();
}

/** Uploads a failed or canceled file again, under a new link. */
export function retryUpload(id: number): void {
  change(id, ({ content }) => ({ id, content, phase: 'waiting', sent: 0 }));
  startWaiting();
}

/** Stops an upload that was not sent completely. */
export function cancelUpload(id: number): void {
  aborts.get(id)?.abort();
  change(id, (upload) => (upload.phase === 'waiting' ? { ...upload, phase: 'canceled' } : upload));
}

/** Whether an upload still runs. */
export const isUnderWay = ({ phase }: Upload): boolean =>
  phase === 'waiting' || phase === 'sending' || phase === 'following';

/** Removes uploads that ended. */
export function clearEnded(): void {
  list.value = list.value.filter(isUnderWay);
}

const maxAtOnce = 2;

function startWaiting(): void {
  const running = list.value.filter(({ phase }) => phase === 'sending').length;
  const waiting = list.value.filter(({ phase }) => phase === 'waiting');
  for (const upload of waiting.slice(0, Math.max(0, maxAtOnce - running))) void run(upload);
}

async function run({ id, content }: Upload): Promise<void> {
  const abort = new AbortController();
  aborts.set(id, abort);
  change(id, (upload) => ({ ...upload, phase: 'sending' }));
  try {
    const { upload: link, ...file } = await api(
      'POST /api/files',
      { name: content.name },
      { signal: abort.signal },
    );
    change(id, (upload) => ({ ...upload, file }));
    await putFile(content, link, (sent) => change(id, (upload) => ({ ...upload, sent })), abort.signal);
    change(id, (upload) => ({ ...upload, phase: 'following', sent: 1 }));
    startWaiting();
    await follow(id, file.id, abort.signal);
  } catch (failure) {
    const isCanceled =
      abort.signal.aborted || (failure instanceof UploadFailure && failure.why === 'canceled');
    change(id, (upload) => ({ ...upload, phase: isCanceled ? 'canceled' : 'failed', failure }));
  } finally {
    aborts.delete(id);
    startWaiting();
  }
}

const finalStates: ReadonlySet<ClaimsFile['state']> = new Set([
  'applied',
  'partly_applied',
  'quarantined',
  'duplicate',
]);

/** Whether processing has ended. */
export const isProcessed = ({ state }: Pick<ClaimsFile, 'state'>): boolean => finalStates.has(state);

/** Reads the file every second, later every five, until it is processed or ten minutes have passed. */
async function follow(id: number, fileId: string, stop: AbortSignal): Promise<void> {
  const end = Date.now() + 600_000;
  for (let pause = 700; Date.now() < end && !stop.aborted; pause = Math.min(pause * 1.15, 5_000)) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const file = await api('GET /api/files/{id}', { id: fileId }, { signal: stop }).catch(() => undefined);
    if (file === undefined) continue;
    change(id, (upload) => ({ ...upload, file }));
    if (!isProcessed(file)) continue;
    change(id, (upload) => ({ ...upload, phase: 'done' }));
    for (const prefix of ['files', 'file ', 'lanes', 'claims']) refreshAll(prefix);
    return;
  }
  change(id, (upload) => ({ ...upload, phase: 'unknown' }));
}

function change(id: number, to: (upload: Upload) => Upload): void {
  list.value = list.value.map((upload) => (upload.id === id ? to(upload) : upload));
}

let personId: string | undefined;

// Another person on this device must not see names of files, and nothing is sent in their name.
effect(() => {
  const next = session.value?.person.id;
  if (next === personId) return;
  personId = next;
  for (const abort of aborts.values()) abort.abort();
  list.value = [];
});

/** Why the storage did not take a file. */
export class UploadFailure extends Error {
  override readonly name = 'UploadFailure';
  readonly why: 'refused' | 'lost' | 'canceled';

  constructor(why: 'refused' | 'lost' | 'canceled') {
    super(`Upload ${why}`);
    this.why = why;
  }
}

/**
 * Sends a file to its upload link. XMLHttpRequest, because fetch does not report the progress of a request body.
 *
 * @param onProgress receives the share that was sent, from 0 to 1
 * @throws UploadFailure
 */
function putFile(
  content: Blob,
  { method, url, headers }: UploadLink,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new UploadFailure('refused'));
    };
    request.onerror = () => reject(new UploadFailure('lost'));
    request.onabort = () => reject(new UploadFailure('canceled'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) reject(new UploadFailure('canceled'));
    else request.send(content);
  });
}
