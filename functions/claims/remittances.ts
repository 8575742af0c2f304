import { fileSummary, processResponseRequest, responsesOfFile } from '#claims/files/process-request.ts';
import { queryRemittances } from '#claims/files/response-list-records.ts';
import { responsePagePorts, responseRequestPorts } from '#claims/files/response-page-store.ts';
import { remittancePage, remittancePageOf } from '#claims/files/response-pages.ts';
import type * as declared from '#claims/remittances/contract.ts';
import { explanationOfBenefits } from '#claims/remittances/eob.ts';
import { htmlOf, pagePolicy } from '#claims/remittances/eob-html.ts';
import { pdfOf } from '#claims/remittances/eob-pdf.ts';
import { readEobPage } from '#claims/remittances/eob-store.ts';
import type { remittances } from '#claims/remittances/records.ts';
import {
  isRemittanceWithin,
  remittanceSummaryJson,
  remittancesCsv,
} from '#claims/remittances/remittance-json.ts';
import { found } from '#contract/errors.ts';
import { listReply, ok, okText } from '#http/endpoint/claims-endpoint.ts';
import type { Call } from '#http/endpoint/claims-operation.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export async function parseRemittance({ body, ...call }: Call<typeof declared.parseRemittance>) {
  const file = await processResponseRequest(body, ['835'], call, responseRequestPorts);
  const remittances = await responsesOfFile(responsePagePorts, file, ['835'], remittancePage);
  return ok({ ...fileSummary(file), remittances });
}

export async function listRemittances(call: Call<typeof declared.listRemittances>) {
  const { data, nextCursor } = await queryRemittances(claimsTable, call.query);
  const own = data.filter((remittance) => isRemittanceWithin(remittance, call.principal.billingNpis));
  return listReply(call, remittancesCsv, own.map(remittanceSummaryJson), nextCursor);
}

export async function getRemittance({
  resource: remittance,
  query,
}: Call<typeof declared.getRemittance, typeof remittances>) {
  return ok(await remittancePageOf(responsePagePorts, remittance, query));
}

export async function getEob({
  resource: remittance,
  query,
  mediaType,
}: Call<typeof declared.getEob, typeof remittances>) {
  const { payments, owed, nextCursor } = found(await readEobPage(claimsTable, remittance.id, query));
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
}
