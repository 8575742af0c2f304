// An instance of the function test-connection, in a process of its own: it says when it has loaded, and answers each
// message, which is an event of API Gateway, with the function's reply.

import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { handler } from '../../../functions/claims/submissions/test-connection.ts';

process.on('message', (event: APIGatewayProxyEvent) => {
  handler(event, { awsRequestId: 'test' } as Context).then(
    (reply) => process.send?.(reply),
    (error: unknown) => process.send?.({ statusCode: 0, body: JSON.stringify({ error: String(error) }) }),
  );
});
process.on('disconnect', () => process.exit());
process.send?.('loaded');
