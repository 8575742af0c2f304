import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';

/** True while CloudFormation takes a failed update of this stack back. */
export async function isRollingBack(stackId: string): Promise<boolean> {
  const { Stacks: [stack] = [] } = await new CloudFormationClient().send(
    new DescribeStacksCommand({ StackName: stackId }),
  );
  return /ROLLBACK_IN_PROGRESS$/.test(stack?.StackStatus ?? '');
}
