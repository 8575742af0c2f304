import { api } from '#web/api/api.ts';

/** Reads all products of a brand as one CSV file. The service sends long lists in parts. */
export async function exportProducts(brandId: string): Promise<string> {
  let csv = '';
  for (let cursor: string | undefined; ; ) {
    const { data, headers } = await api(
      'GET /api/v1/products/export',
      { brand_id: brandId, cursor },
      { accept: 'text/csv' },
    ).withReply();
    csv += data;
    const next = /<([^>]+)>;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1];
    cursor = next && (new URL(next, location.href).searchParams.get('cursor') ?? undefined);
    if (cursor === undefined) return csv;
  }
}
