import type { ResponseProcessor } from '#claims/files/file-run.ts';
import { responseProcessor } from '#claims/responses/engine/response-processor.ts';
import { envelopeAcknowledgments } from '#claims/responses/implementation-acknowledgment/envelope-acknowledgments.ts';
import { implementationAcknowledgments } from '#claims/responses/implementation-acknowledgment/implementation-acknowledgments.ts';
import { interchangeAcknowledgments } from '#claims/responses/implementation-acknowledgment/interchange-acknowledgments.ts';
import type { EnvelopeAcknowledgmentPorts } from '#claims/responses/implementation-acknowledgment/stored-acknowledgment.ts';
import type { Table } from '../../dynamodb/table.ts';
import { batchLookup, claimLookup } from '../claims/claim-lookup.ts';
import { envelopeAcknowledgmentStore } from './acknowledgments.ts';

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
