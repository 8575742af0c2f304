import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stack of the stand-in. */
export interface KnownStack {
  status: string;
  isProtected: boolean;
  outputs: Readonly<Record<string, string>>;
  resources: readonly { readonly type: string; readonly name: string; readonly status: string }[];
}

/** Serves the three CloudFormation calls that a deployment needs, because CloudFormation runs only on AWS. */
export async function startCloudFormation() {
  const stacks = new Map<string, KnownStack>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const asked = new URLSearchParams(body);
    const name = asked.get('StackName') ?? '';
    const stack = stacks.get(name);
    response.setHeader('Content-Type', 'text/xml');
    if (stack === undefined) {
      response.statusCode = 400;
      response.end(errorXml('ValidationError', `Stack with id ${name} does not exist`));
      return;
    }
    const action = asked.get('Action') ?? '';
    if (action === 'UpdateTerminationProtection') {
      stack.isProtected = asked.get('EnableTerminationProtection') === 'true';
    }
    response.end(
      `<${action}Response><${action}Result>${results[action]?.(name, stack) ?? ''}</${action}Result></${action}Response>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { stacks, endpoint: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

const results: Readonly<Record<string, (name: string, stack: KnownStack) => string>> = {
  DescribeStacks: (name, { status, isProtected, outputs }) =>
    `<Stacks><member><StackName>${name}</StackName><CreationTime>2026-01-01T00:00:00Z</CreationTime>
     <StackStatus>${status}</StackStatus><EnableTerminationProtection>${isProtected}</EnableTerminationProtection>
     <Outputs>${Object.entries(outputs)
       .map(
         ([key, value]) =>
           `<member><OutputKey>${key}</OutputKey><OutputValue>${escaped(value)}</OutputValue></member>`,
       )
       .join('')}</Outputs></member></Stacks>`,
  ListStackResources: (_, { resources }) =>
    `<StackResourceSummaries>${resources
      .map(
        ({ type, name, status }) =>
          `<member><LogicalResourceId>x</LogicalResourceId><ResourceType>${type}</ResourceType>
           <PhysicalResourceId>${name}</PhysicalResourceId><ResourceStatus>${status}</ResourceStatus>
           <LastUpdatedTimestamp>2026-01-01T00:00:00Z</LastUpdatedTimestamp></member>`,
      )
      .join('')}</StackResourceSummaries>`,
  UpdateTerminationProtection: (name) => `<StackId>${name}</StackId>`,
};

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const errorXml = (code: string, message: string) =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
