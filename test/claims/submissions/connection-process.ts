// Runs an instance of the function test-connection in another process. Sends `loaded` first, and then the function's reply to
// each message, which is an event of API Gateway.

import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { testConnection as declaration } from '#claims/clearhouse/contract.ts';
import { operation } from '#http/endpoint/claims-operation.ts';
import { testConnection as run } from '../../../functions/claims/clearhouse.ts';

const handler = operation(declaration, run);

process.on('message', (event: APIGatewayProxyEvent) => {
  handler(event, { awsRequestId: 'test' } as Context).then(
    (reply) => process.send?.(reply),
    (error: unknown) => process.send?.({ statusCode: 0, body: JSON.stringify({ error: String(error) }) }),
  );
});
process.on('disconnect', () => process.exit());
process.send?.('loaded');
