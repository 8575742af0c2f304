import { CfnBasePathMapping } from 'aws-cdk-lib/aws-apigateway';
import { CfnOutput, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { ApiLocation } from '../web/api-origin.ts';
import { type RestService, stageName } from './rest-service.ts';

interface ApiAddressProps {
  readonly service: RestService;
  /** Custom domain; empty for none. */
  readonly domainName: string;
  readonly basePath: 'commerce' | 'claims';
}

/** The address of an API, as an output: under the custom domain if there is one, otherwise that of its stage. */
export class ApiAddress extends Construct {
  readonly baseUrl: string;
  readonly location: ApiLocation;

  constructor(scope: Construct, id: string, { service, domainName, basePath }: ApiAddressProps) {
    super(scope, id);
    const { api, stage } = service;
    if (domainName !== '') {
      new CfnBasePathMapping(this, 'BasePath', {
        domainName,
        basePath,
        restApiId: api.restApiId,
        stage: stage.stageName,
      });
    }
    const { region, urlSuffix } = Stack.of(this);
    this.location =
      domainName === ''
        ? { host: `${api.restApiId}.execute-api.${region}.${urlSuffix}`, prefix: `/${stageName}` }
        : { host: domainName, prefix: `/${basePath}` };
    this.baseUrl =
      domainName === ''
        ? `https://${this.location.host}/${stage.stageName}`
        : `https://${domainName}/${basePath}`;
    const output = new CfnOutput(this, 'Url', {
      value: this.baseUrl,
      description: 'Base url of the API',
    });
    output.overrideLogicalId(basePath === 'commerce' ? 'CommerceApiUrl' : 'ClaimsApiUrl');
  }
}
