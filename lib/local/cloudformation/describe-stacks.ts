import { randomUUID } from 'node:crypto';
import type { RestResult, RestRoute } from '../control-plane/rest.ts';
import { writeXml, type XmlElements } from '../s3/api/xml.ts';

/** A stack as CloudFormation describes it. */
export interface DescribedStack {
  readonly name: string;
  /** For instance CREATE_COMPLETE. */
  readonly status: string;
  readonly outputs: ReadonlyMap<string, string>;
}

const namespace = 'http://cloudformation.amazonaws.com/doc/2010-05-15/';

/** CloudFormation's DescribeStacks of one stack, in its query protocol. */
export function cloudFormationRoutes(
  find: (stackName: string) => DescribedStack | undefined,
): readonly RestRoute[] {
  return [
    {
      method: 'POST',
      path: '',
      handle: ({ rawBody }) => {
        const form = new URLSearchParams(rawBody.toString('utf8'));
        const action = form.get('Action') ?? 'nothing';
        if (action !== 'DescribeStacks') {
          return refusal('InvalidAction', `The local runtime does not offer ${action}.`);
        }
        const name = form.get('StackName') ?? '';
        const stack = find(name);
        if (stack === undefined) return refusal('ValidationError', `Stack with id ${name} does not exist`);
        return described(stack);
      },
    },
  ];
}

function described({ name, status, outputs }: DescribedStack): RestResult {
  const member = {
    StackName: name,
    StackStatus: status,
    CreationTime: new Date(0).toISOString(),
    Outputs: {
      member: [...outputs].map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
    },
  };
  return document(200, 'DescribeStacksResponse', {
    DescribeStacksResult: { Stacks: { member } },
    ResponseMetadata: { RequestId: randomUUID() },
  });
}

const refusal = (Code: string, Message: string): RestResult =>
  document(400, 'ErrorResponse', { Error: { Type: 'Sender', Code, Message }, RequestId: randomUUID() });

const document = (status: number, root: string, content: XmlElements): RestResult => ({
  status,
  headers: { 'Content-Type': 'text/xml' },
  body: writeXml(root, content, namespace),
});
