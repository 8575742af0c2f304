import * as z from 'zod';
import { type EndpointDeclaration, endpointsOf } from './endpoint.ts';
import { timestamp } from './fields.ts';

type Path = EndpointDeclaration['path'];

/** The public endpoints that every service has: its health, and its OpenAPI document. */
export function publicEndpoints(
  service: EndpointDeclaration['service'],
  healthPath: Path,
  documentPath: Path,
) {
  const endpoint = endpointsOf(service, 'service');
  return {
    health: endpoint('GET', healthPath, 'health', {
      summary: 'Get the health of the service',
      access: { kind: 'public' },
      data: 'none',
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
    openapi: endpoint('GET', documentPath, 'openapi', {
      summary: 'Get this document',
      access: { kind: 'public' },
      data: 'none',
      responses: { 200: { description: 'OpenAPI 3.1', schema: z.record(z.string(), z.unknown()) } },
    }),
  };
}
