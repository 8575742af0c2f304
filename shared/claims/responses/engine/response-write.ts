import type { TransactAction } from '#store/dynamodb/table.ts';

/** Bridge: responses still describe their writes as DynamoDB actions. */
export type ResponseWrite = TransactAction & { readonly kind?: never };
