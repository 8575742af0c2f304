import type { BadLine, ProductImport } from '#contract/commerce/product-files.ts';
import { api } from '#web/api/api.ts';
import { untilDone } from '#web/farm/csv/until-done.ts';

/** The service reads files up to this size. */
export const maxFileBytes = 10 * 1024 * 1024;

/** Files above this size go through a link, because the service limits the length of a request. */
const maxRequestCharacters = 200_000;

/** Bad lines that are shown; the file of all of them can be saved. */
const maxShownLines = 500;

/** Imports a file, or checks it without a change, and waits for the end. */
export async function runImport(
  brandId: string,
  file: File,
  isCheck: boolean,
  options: { readonly onProgress: (job: ProductImport) => void; readonly signal: AbortSignal },
): Promise<ProductImport> {
  const isLarge = file.size > maxRequestCharacters;
  const { upload, ...started } = await api(
    'POST /api/v1/product-imports',
    { csv: isLarge ? undefined : await file.text() },
    { query: { brand_id: brandId, dry_run: isCheck ? 'true' : 'false' } },
  );
  if (upload) {
    const { status } = await fetch(upload.url, {
      method: upload.method,
      headers: upload.headers,
      body: file,
    });
    if (status >= 300) throw new Error(`The upload of ${file.name} ended with status ${status}`);
  }
  return untilDone<ProductImport>(started, {
    ...options,
    isDone: ({ status }) => status === 'done' || status === 'failed',
    read: () => api('GET /api/v1/product-imports/{id}', { id: started.id }),
  });
}

/** Reads the first bad lines of an import. */
export async function readBadLines(importId: string): Promise<readonly BadLine[]> {
  const lines: BadLine[] = [];
  for await (const line of api('GET /api/v1/product-imports/{id}/faults', { id: importId, limit: 200 })) {
    lines.push(line);
    if (lines.length >= maxShownLines) break;
  }
  return lines;
}
