import { CustomResource } from 'aws-cdk-lib/core';
import { Provider } from 'aws-cdk-lib/custom-resources';
import { Construct } from 'constructs';
import { schemaVersion } from '#contract/claims/service.ts';
import { suppress } from '../../nag/suppressions.ts';
import type { ClaimsFunctions } from './claims-functions.ts';

/** Migrates stored data to the schema version of this release. A release older than the stored data fails here. */
export class SchemaMigration extends Construct {
  constructor(scope: Construct, id: string, functions: ClaimsFunctions) {
    super(scope, id);
    const migrate = functions.inBackground(this, 'MigrateSchema', {
      name: 'claims/migrate-schema',
      description: 'Raises the stored schema version, step by step',
      data: 'write',
      writesInBatches: ['configuration'],
      uses: ['audit-entries', 'audit-append', 'configuration', 'first-configuration'],
      synchronous: true,
    });
    const provider = new Provider(this, 'Provider', { onEventHandler: migrate.function });
    suppress(provider, 'provider-framework');
    new CustomResource(this, 'Schema', {
      resourceType: 'Custom::ClaimsSchema',
      serviceToken: provider.serviceToken,
      properties: { SchemaVersion: schemaVersion },
    });
  }
}
