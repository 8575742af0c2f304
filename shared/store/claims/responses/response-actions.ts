import type { ResponseWrite } from '#claims/responses/engine/response-write.ts';
import type { TransactAction } from '../../dynamodb/table.ts';

/** The actions that store what a response changes. */
export const responseActions = (write: ResponseWrite): readonly TransactAction[] => [write];
