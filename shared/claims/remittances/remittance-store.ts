import type { ResponseProcessor } from '#claims/files/file-run.ts';
import { responseProcessor } from '#claims/files/response-processor.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { remittancePorts } from './records.ts';
import { remittances } from './remittances.ts';

export const remittanceProcessor = (table: Table): ResponseProcessor =>
  responseProcessor(remittances(remittancePorts(table)));
