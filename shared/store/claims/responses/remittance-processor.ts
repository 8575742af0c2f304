import type { ResponseProcessor } from '#claims/files/file-run.ts';
import { responseProcessor } from '#claims/responses/engine/response-processor.ts';
import { remittances } from '#claims/responses/remittance/remittances.ts';
import type { Table } from '../../dynamodb/table.ts';
import { remittancePorts } from './remittances.ts';

export const remittanceProcessor = (table: Table): ResponseProcessor =>
  responseProcessor(remittances(remittancePorts(table)));
