import { type PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { NestedStack, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { suppress } from '../../nag/suppressions.ts';
import { type FunctionEnvironment, ServiceFunction, type SharedFunctionProps } from '../service-function.ts';
import { functionName } from './api-body.ts';
import type { RestService } from './rest-service.ts';

interface EndpointProps extends SharedFunctionProps {
  readonly endpoint: EndpointDeclaration;
  readonly service: RestService;
  readonly environment: FunctionEnvironment;
  readonly statements: readonly PolicyStatement[];
}

/**
 * The function of an endpoint, and the permission of its method to invoke it, in the nested stack of the domain.
 *
 * A nested stack needs the id of the API, and the deployment of the API waits for the nested stacks. Functions that put keys
 * into usage plans read the plans' ids from their environment, and the plans wait for the deployment. So these functions
 * stay in the stack of the API. The alternatives were a custom resource that attaches stages to plans, or a look-up of the
 * plans at each cold start.
 */
export class Endpoint extends Construct {
  constructor(scope: Construct, { endpoint, service, statements, ...props }: EndpointProps) {
    const { name, tag, managesGatewayKeys } = endpoint;
    const functions = managesGatewayKeys ? scope : domainStack(scope, tag);
    super(functions, pascalCase(name));
    const serviceFunction = new ServiceFunction(this, 'Function', {
      ...props,
      name: `${endpoint.service}/${name}`,
      functionName: functionName(Stack.of(scope).stackName, name),
      description: endpoint.summary,
      statements,
    });
    serviceFunction.function.addPermission('Invoke', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: service.executeArn(endpoint),
    });
    if (managesGatewayKeys) suppress(serviceFunction, 'gateway-keys');
    else service.deployAfter(functions);
  }
}

/** Returns the nested stack of a domain, which is a tag of the contract such as `water logs`. */
function domainStack(scope: Construct, domain: string): NestedStack {
  const id = `${pascalCase(domain)}Functions`;
  const found = scope.node.tryFindChild(id);
  return found instanceof NestedStack
    ? found
    : new NestedStack(scope, id, { description: `Granary: functions of ${domain}` });
}

const pascalCase = (name: string) =>
  name.replace(/(^|[- ])([a-z])/g, (_, _separator, letter: string) => letter.toUpperCase());
