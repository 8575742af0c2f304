import * as z from 'zod';
import { type EndpointDeclaration, endpointsOf } from './endpoint.ts';
import { timestamp } from './fields.ts';

/** The endpoints of a service that need no credential. */
export function publicEndpoints(
  service: EndpointDeclaration['service'],
  paths: Readonly<Record<'health' | 'openapi', EndpointDeclaration['path']>>,
  healthSummary: string,
) {
  const endpoint = endpointsOf(service, 'service');
  const open = { access: { kind: 'public' }, data: 'none' } as const;
  return {
    health: endpoint('GET', paths.health, 'health', {
      ...open,
      summary: healthSummary,
      responses: {
        200: {
          description: 'The service is healthy',
          schema: z.object({
            status: z.literal('healthy'),
            timestamp,
            version: z.string(),
            environment: z.string(),
          }),
        },
      },
    }),
    openapi: endpoint('GET', paths.openapi, 'openapi', {
      ...open,
      summary: 'Get this document',
      responses: { 200: { description: 'OpenAPI 3.1', schema: z.record(z.string(), z.unknown()) } },
    }),
  };
}
