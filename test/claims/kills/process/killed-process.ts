// Runs functions of the claims service as Lambda does, in a process that can be killed. Reports when it has loaded, waits for
// work, and reports the outcome.

import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context, S3Event } from 'aws-lambda';
import { submitClaims as declaration } from '#claims/clearhouse/contract.ts';
import { operation } from '#http/endpoint/claims-operation.ts';
import { submitClaims as run } from '../../../../functions/claims/clearhouse.ts';
import { handler as exchange } from '../../../../functions/claims/work/exchange-files.ts';
import { handler as ingest } from '../../../../functions/claims/work/ingest-file.ts';

const submitClaims = operation(declaration, run);

/** Work of a process. `ahead` is how far its clock is ahead, in milliseconds. */
export type Work = (
  | { readonly kind: 'ingest'; readonly event: S3Event }
  | { readonly kind: 'submit'; readonly event: APIGatewayProxyEvent }
  | { readonly kind: 'exchange' }
) & { readonly ahead: number };

export type Done =
  | { readonly kind: 'done'; readonly answer: APIGatewayProxyResult | undefined }
  | { readonly kind: 'failed'; readonly error: string };

process.on('message', (work: Work) => {
  moveClock(work.ahead);
  done(work).then(
    (answer) => process.send?.({ kind: 'done', answer } satisfies Done),
    (error: unknown) => process.send?.({ kind: 'failed', error: String(error) } satisfies Done),
  );
});
process.on('disconnect', () => process.exit());
process.send?.('loaded');

async function done(work: Work): Promise<APIGatewayProxyResult | undefined> {
  switch (work.kind) {
    case 'ingest':
      await ingest(work.event);
      return undefined;
    case 'exchange':
      await exchange();
      return undefined;
    case 'submit':
      return submitClaims(work.event, { awsRequestId: 'test' } as Context);
  }
}

const RealDate = Date;

function moveClock(ahead: number): void {
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given) =>
      given.length === 0 ? new target(target.now() + ahead) : Reflect.construct(target, given),
    get: (target, name) => (name === 'now' ? () => target.now() + ahead : Reflect.get(target, name)),
  });
}
