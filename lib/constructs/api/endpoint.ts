import { type PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { NestedStack, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { type FunctionEnvironment, ServiceFunction, type SharedFunctionProps } from '../service-function.ts';
import { functionName } from './api-body.ts';
import type { RestService } from './rest-service.ts';

interface EndpointProps extends SharedFunctionProps {
  readonly endpoint: EndpointDeclaration;
  readonly service: RestService;
  readonly environment: FunctionEnvironment;
  readonly statements: readonly PolicyStatement[];
}

/** The function of an endpoint, and the permission of its method to invoke it, in the nested stack of the domain. */
export class Endpoint extends Construct {
  constructor(scope: Construct, { endpoint, service, statements, ...props }: EndpointProps) {
    const { name, tag } = endpoint;
    const functions = domainStack(scope, tag);
    super(functions, pascalCase(name));
    const { function: handler } = new ServiceFunction(this, 'Function', {
      ...props,
      name: `${endpoint.service}/${name}`,
      functionName: functionName(Stack.of(scope).stackName, name),
      description: endpoint.summary,
      statements,
    });
    handler.addPermission('Invoke', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: service.executeArn(endpoint),
    });
    service.deployAfter(functions);
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
