import { randomUUID } from 'node:crypto';
import type { RestResult, RestRoute } from '../control-plane/rest.ts';
import { writeXml, type XmlElements } from '../s3/api/xml.ts';

interface DescribedStack {
  readonly name: string;
  readonly status: string;
  readonly outputs: ReadonlyMap<string, string>;
}

export function cloudFormationRoutes(
  find: (stackName: string) => DescribedStack | undefined,
): readonly RestRoute[] {
  const handle: RestRoute['handle'] = ({ rawBody }) => {
    const form = new URLSearchParams(rawBody.toString('utf8'));
    const action = form.get('Action') ?? 'nothing';
    if (action !== 'DescribeStacks') {
      return refusal('InvalidAction', `The local runtime does not support ${action}.`);
    }
    const name = form.get('StackName') ?? '';
    const stack = find(name);
    return stack ? describe(stack) : refusal('ValidationError', `Stack with id ${name} does not exist`);
  };
  return [{ method: 'POST', path: '', handle }];
}

function describe({ name, status, outputs }: DescribedStack): RestResult {
  const member = {
    StackName: name,
    StackStatus: status,
    CreationTime: new Date(0).toISOString(),
    Outputs: { member: [...outputs].map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })) },
  };
  return xmlResult(200, 'DescribeStacksResponse', {
    DescribeStacksResult: { Stacks: { member } },
    ResponseMetadata: { RequestId: randomUUID() },
  });
}

const refusal = (Code: string, Message: string): RestResult =>
  xmlResult(400, 'ErrorResponse', { Error: { Type: 'Sender', Code, Message }, RequestId: randomUUID() });

const xmlResult = (status: number, root: string, content: XmlElements): RestResult => ({
  status,
  headers: { 'Content-Type': 'text/xml' },
  body: writeXml(root, content),
});
