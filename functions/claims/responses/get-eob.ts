import { explanationOfBenefits } from '#claims/eob/eob.ts';
import { htmlOf, pagePolicy } from '#claims/eob/html.ts';
import { pdfOf } from '#claims/eob/pdf.ts';
import { remittanceWithin } from '#claims/scope/remittance-scope.ts';
import { getEob } from '#contract/claims/responses/eob.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, okText } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { readEobPage } from '#store/claims/responses/eob-page.ts';

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
