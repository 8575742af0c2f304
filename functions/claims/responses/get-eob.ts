import { getEob } from '#claims/remittances/contract.ts';
import { explanationOfBenefits } from '#claims/remittances/eob.ts';
import { htmlOf, pagePolicy } from '#claims/remittances/eob-html.ts';
import { pdfOf } from '#claims/remittances/eob-pdf.ts';
import { readEobPage } from '#claims/remittances/eob-store.ts';
import { remittanceWithin } from '#claims/remittances/remittance-json.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, okText } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(getEob, async ({ parameters, query, mediaType, principal }) => {
  const { remittance, payments, owed, nextCursor } = found(
    await readEobPage(claimsTable, parameters.id, query),
  );
  found(remittanceWithin(remittance, principal.billingNpis));
  const document = explanationOfBenefits(remittance, payments, owed);
  const isPdf = query.format === undefined ? mediaType === 'application/pdf' : query.format === 'pdf';
  const reply = isPdf
    ? okText('application/pdf', await pdfOf(document), {
        // Without a charset: the parameter means nothing for PDF.
        'Content-Type': 'application/pdf',
        'Content-Disposition': 'inline; filename="eob.pdf"',
        'Cache-Control': 'no-store',
      })
    : okText('text/html', htmlOf(document), {
        'Content-Security-Policy': pagePolicy,
        'Cache-Control': 'no-store',
      });
  // The body of a text reply is not sent; its cursor becomes the Link header.
  return nextCursor === null ? reply : { ...reply, body: { pagination: { next_cursor: nextCursor } } };
});
