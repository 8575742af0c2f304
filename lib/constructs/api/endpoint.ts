import { Integration, IntegrationType } from 'aws-cdk-lib/aws-apigateway';
import { type PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ArnFormat, Aws, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { suppress } from '../../nag/suppressions.ts';
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
    super(endpoint.managesGatewayKeys ? scope : domainStack(scope, endpoint.tag), id);
    const functionName = endpoint.managesGatewayKeys ? fixedName(this, endpoint) : undefined;
    const serviceFunction = new ServiceFunction(this, 'Function', {
      ...props,
      name: `${endpoint.service}/${endpoint.name}`,
      description: endpoint.summary,
      statements,
      ...(functionName !== undefined && { functionName }),
    });
    const { function: handler } = serviceFunction;
    const functionArn = functionName === undefined ? handler.functionArn : arnOf(this, functionName);
    service.addMethod(
      endpoint,
      id.charAt(0).toLowerCase() + id.slice(1),
      new Integration({
        type: IntegrationType.AWS_PROXY,
        integrationHttpMethod: 'POST',
        uri: `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/2015-03-31/functions/${functionArn}/invocations`,
      }),
    );
    handler.addPermission('Invoke', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: service.executeArn(endpoint),
    });
    if (endpoint.managesGatewayKeys) suppress(serviceFunction, 'gateway-keys');
  }
}

/**
 * Functions that put keys into usage plans read the plans' ids from their environment. A plan depends on its stage, the
 * stage on its deployment, the deployment on its methods, and a method on its function: a cycle, if the method referred
 * to the function. So these functions stay in the stack of the API under a fixed name, which their methods spell. The
 * alternatives were a custom resource that attaches stages to plans, or a look-up of the plans at each cold start.
 */
const fixedName = (scope: Construct, { name }: EndpointDeclaration) => `${Stack.of(scope).stackName}-${name}`;

const arnOf = (scope: Construct, functionName: string) =>
  Stack.of(scope).formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: functionName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
