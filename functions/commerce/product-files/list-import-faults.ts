import { csvText } from '#commerce/csv.ts';
import { listImportFaults } from '#contract/commerce/product-files.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, okPage, okText } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findImport, readBadLines } from '#store/commerce/product-files/imports.ts';

export const handler = commerceEndpoint(
  listImportFaults,
  async ({ parameters, query, heldBrands, authorize, mediaType }) => {
    const one = found(await findImport(commerceTable, heldBrands, parameters.id));
    authorize(one.brand_id);
    const { limit, cursor, format } = query;
    const { data, nextCursor } = await readBadLines(commerceTable, one, { limit, cursor });
    const page = okPage(data, nextCursor);
    if (format === undefined ? mediaType !== 'text/csv' : format !== 'csv') return page;
    const rows = data.flatMap(({ line, faults }) =>
      faults.map(({ column, code, reason }) => [line, column, code, reason]),
    );
    const header = cursor === undefined ? [['line', 'column', 'code', 'reason']] : [];
    const text = okText('text/csv', csvText([...header, ...rows]), {
      'Content-Disposition': 'attachment; filename="faults.csv"',
    });
    return { ...text, body: page.body };
  },
);
