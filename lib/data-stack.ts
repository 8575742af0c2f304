import { Stack, type StackProps } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { CustomerKey } from './constructs/customer-key.ts';
import { GatewayLogging } from './constructs/gateway-logging.ts';
import { SingleTable } from './constructs/single-table.ts';
import type { GranaryContext } from './settings.ts';

interface DataStackProps extends StackProps {
  readonly context: GranaryContext;
}

/**
 * Everything that must survive: deployed first, changed rarely, protected against deletion. Logical ids here are
 * promises; a changed one would leave the data behind in a table that nothing points to.
 */
export class DataStack extends Stack {
  readonly key: CustomerKey | undefined;
  readonly commerceTable: SingleTable;

  constructor(scope: Construct, id: string, { context, ...props }: DataStackProps) {
    super(scope, id, { ...props, terminationProtection: true });
    this.key = context.encryption === 'customer-managed' ? new CustomerKey(this, 'Key') : undefined;
    this.commerceTable = new SingleTable(this, 'CommerceTable', { key: this.key });
    new GatewayLogging(this, 'GatewayLogging');
  }
}
