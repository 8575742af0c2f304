import { Integration, IntegrationType } from 'aws-cdk-lib/aws-apigateway';
import { type PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Aws } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { type FunctionEnvironment, ServiceFunction, type SharedFunctionProps } from '../service-function.ts';
import { domainStack, pascalCase } from './domain-stack.ts';
import type { RestService } from './rest-service.ts';

interface EndpointProps extends SharedFunctionProps {
  readonly endpoint: EndpointDeclaration;
  readonly service: RestService;
  readonly environment: FunctionEnvironment;
  readonly statements: readonly PolicyStatement[];
}

/**
 * One endpoint of the contract: its function, its method and the permission between the two, in the nested stack of the
 * domain.
 */
export class Endpoint extends Construct {
  constructor(scope: Construct, { endpoint, service, statements, ...props }: EndpointProps) {
    const id = pascalCase(endpoint.name);
    super(domainStack(scope, endpoint.tag), id);
    const { function: handler } = new ServiceFunction(this, 'Function', {
      ...props,
      name: `${endpoint.service}/${endpoint.name}`,
      description: endpoint.summary,
      statements,
    });
    service.addMethod(
      endpoint,
      id.charAt(0).toLowerCase() + id.slice(1),
      new Integration({
        type: IntegrationType.AWS_PROXY,
        integrationHttpMethod: 'POST',
        uri: `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/2015-03-31/functions/${handler.functionArn}/invocations`,
      }),
    );
    handler.addPermission('Invoke', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: service.executeArn(endpoint),
    });
  }
}
