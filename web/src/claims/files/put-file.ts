import type { Upload as UploadLink } from '#contract/claims/files.ts';

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
export function putFile(
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
