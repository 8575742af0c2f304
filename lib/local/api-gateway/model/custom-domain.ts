import * as z from 'zod';
import type { Deployment } from '../../cloudformation/deployment.ts';

/** A custom domain of the templates: it maps the first part of a path to a stage of an API. */
export type CustomDomain = ReturnType<typeof readCustomDomains>[number];

const domainSchema = z.object({ DomainName: z.string() });
const mappingSchema = z.object({
  DomainName: z.string(),
  BasePath: z.string().default(''),
  RestApiId: z.string(),
  Stage: z.string().default(''),
});

export function readCustomDomains(deployment: Deployment) {
  const mappings = deployment
    .resources('AWS::ApiGateway::BasePathMapping')
    .map((resource) => resource.read(mappingSchema));
  return deployment.resources('AWS::ApiGateway::DomainName').map((resource) => {
    const { DomainName: hostName } = resource.read(domainSchema);
    return {
      hostName,
      mappings: mappings
        .filter(({ DomainName }) => DomainName === hostName)
        .map(({ BasePath, RestApiId, Stage }) => ({
          /** Without slashes; empty where the API has the whole domain. */
          basePath: BasePath === '(none)' ? '' : BasePath,
          apiId: RestApiId,
          stage: Stage,
        })),
    };
  });
}
