import type { ResponseProcessor } from '#claims/files/file-run.ts';
import { responseProcessor } from '#claims/responses/engine/response-processor.ts';
import { envelopeAcknowledgments } from '#claims/responses/implementation-acknowledgment/envelope-acknowledgments.ts';
import { implementationAcknowledgments } from '#claims/responses/implementation-acknowledgment/implementation-acknowledgments.ts';
import { interchangeAcknowledgments } from '#claims/responses/implementation-acknowledgment/interchange-acknowledgments.ts';
import type { Table } from '../../dynamodb/table.ts';
import { batchLookup, claimLookup } from '../claims/claim-lookup.ts';
import { envelopeAcknowledgmentStore } from './acknowledgments.ts';

export function implementationAcknowledgmentProcessor(table: Table): ResponseProcessor {
  const ports = envelopePorts(table);
  return responseProcessor(envelopeAcknowledgments(ports, implementationAcknowledgments(ports)));
}

export function interchangeAcknowledgmentProcessor(table: Table): ResponseProcessor {
  const ports = envelopePorts(table);
  return responseProcessor(envelopeAcknowledgments(ports, interchangeAcknowledgments(ports)));
}

const envelopePorts = (table: Table) => ({
  claims: claimLookup(table),
  batches: batchLookup(table),
  acknowledgments: envelopeAcknowledgmentStore(table),
});
