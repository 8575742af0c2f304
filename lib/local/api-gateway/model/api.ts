import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Deployment } from '../../cloudformation/deployment.ts';
import { readApiBody } from './api-body.ts';
import { readStages } from './stage.ts';

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

export type RestApi = ReturnType<typeof readRestApis>[number];

const apiSchema = z.object({
  BodyS3Location: z.object(
    { Key: z.string() },
    'the local runtime reads the definition of an API from an asset',
  ),
});

/** Reads the REST APIs of the templates. Throws StartError for anything that the runtime cannot serve as AWS does. */
export function readRestApis(
  deployment: Deployment,
  { region, account }: { readonly region: string; readonly account: string },
) {
  const stages = readStages(deployment);
  // API Gateway replaces these variables when it imports a definition.
  const variables: Readonly<Record<string, string>> = {
    AccountId: account,
    Partition: 'aws',
    Region: region,
  };
  return deployment.resources('AWS::ApiGateway::RestApi').flatMap((resource) => {
    const stage = stages.get(resource.ref);
    // An API without a stage has no address.
    if (stage === undefined) return [];
    const { Key } = resource.read(apiSchema).BodyS3Location;
    const file = resource.asset(Key);
    if (file === undefined) throw resource.refusal('BodyS3Location', `there is no asset ${Key}`);
    const text = readFileSync(file, 'utf8').replaceAll(
      /\$\{AWS::(\w+)\}/g,
      (variable, name: string) => variables[name] ?? variable,
    );
    const refusal = (place: string, reason: string) => resource.refusal(`BodyS3Location, ${place}`, reason);
    return [
      {
        id: resource.ref,
        stackName: resource.stack,
        region,
        stage,
        ...readApiBody(text, { stage, refusal }),
      },
    ];
  });
}
