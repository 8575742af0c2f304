import { batchLookup, claimLookup } from '#claims/claims/claim-lookup-records.ts';
import type { ResponseProcessor } from '#claims/files/file-run.ts';
import { responseProcessor } from '#claims/files/response-processor.ts';
import type { Table } from '#store/dynamodb/table.ts';
import {
  envelopeAcknowledgments,
  implementationAcknowledgments,
  interchangeAcknowledgments,
} from './envelope-acknowledgments.ts';
import { envelopeAcknowledgmentStore } from './records.ts';
import type { EnvelopeAcknowledgmentPorts } from './stored-acknowledgment.ts';

type Receivers = Pick<EnvelopeAcknowledgmentPorts, 'isReceiver'>;

export function implementationAcknowledgmentProcessor(table: Table, receivers: Receivers): ResponseProcessor {
  const ports = envelopePorts(table, receivers);
  return responseProcessor(envelopeAcknowledgments(ports, implementationAcknowledgments(ports)));
}

export function interchangeAcknowledgmentProcessor(table: Table, receivers: Receivers): ResponseProcessor {
  const ports = envelopePorts(table, receivers);
  return responseProcessor(envelopeAcknowledgments(ports, interchangeAcknowledgments(ports)));
}

const envelopePorts = (table: Table, { isReceiver }: Receivers): EnvelopeAcknowledgmentPorts => ({
  isReceiver,
  claims: claimLookup(table),
  batches: batchLookup(table),
  acknowledgments: envelopeAcknowledgmentStore(table),
});
