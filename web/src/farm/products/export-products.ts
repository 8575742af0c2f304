import { commerce } from '#web/api/commerce-client.ts';

/** Reads all products of a brand as one CSV file. The service sends long lists in parts. */
export async function exportProducts(brandId: string): Promise<string> {
  let csv = '';
  for (let cursor: string | undefined; ; ) {
    const { data, headers } = await commerce.products.export({ brand_id: brandId, cursor }).withReply();
    csv += data;
    const next = /<([^>]+)>;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1];
    cursor = next && (new URL(next, location.href).searchParams.get('cursor') ?? undefined);
    if (cursor === undefined) return csv;
  }
}
