import { CfnBasePathMapping } from 'aws-cdk-lib/aws-apigateway';
import { CfnOutput, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { RestService } from './rest-service.ts';

interface ApiAddressProps {
  readonly service: RestService;
  /** Custom domain, or empty. */
  readonly domainName: string;
  /** First part of the path under the custom domain. */
  readonly basePath: 'commerce' | 'claims';
}

/** Where an API is found: under the custom domain, or else at its own stage. An output names the address. */
export class ApiAddress extends Construct {
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
    const output = new CfnOutput(this, 'Url', {
      value:
        domainName === ''
          ? `https://${api.restApiId}.execute-api.${region}.${urlSuffix}/${stage.stageName}`
          : `https://${domainName}/${basePath}`,
      description: 'Base url of the API',
    });
    output.overrideLogicalId(basePath === 'commerce' ? 'CommerceApiUrl' : 'ClaimsApiUrl');
  }
}
