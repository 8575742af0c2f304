import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IConstruct } from 'constructs';
import { commerceResources, type EndpointDeclaration, type Resource } from '#contract/endpoint.ts';
import { suppress } from '../../nag/suppressions.ts';
import { type AuditAccess, type AuditUse, auditStatements } from './audit-access.ts';
import { type FileResources, type FileUse, fileStatements, foldersReached } from './file-access.ts';

export type ClaimsUse = AuditUse | FileUse;

export interface ClaimsAccess extends AuditAccess, FileResources {
  readonly x12Bucket: AuditAccess['x12Bucket'] & FileResources['x12Bucket'];
}

export function useStatements(uses: readonly ClaimsUse[], access: ClaimsAccess): PolicyStatement[] {
  return [...new Set(uses)].flatMap((use) =>
    isAuditUse(use) ? auditStatements[use](access) : fileStatements(use, access),
  );
}

/** Suppresses the findings of cdk-nag about {@link useStatements} in the roles below this construct. */
export function suppressForUses(construct: IConstruct, uses: readonly ClaimsUse[]): void {
  if (uses.some((use) => use === 'checkpoints' || use === 'signing'))
    suppress(construct, 'checkpoint-objects');
  if (uses.some((use) => use === 'exports' || use === 'write-exports'))
    suppress(construct, 'audit-exports-objects');
  const folders = uses.flatMap((use) => (isAuditUse(use) ? [] : foldersReached(use)));
  for (const folder of new Set(folders)) suppress(construct, `${folder}-objects`);
}

/** The uses of an endpoint of the claims service. */
export const claimsUsesOf = ({ uses = [] }: Pick<EndpointDeclaration, 'uses'>): readonly ClaimsUse[] =>
  uses.filter((use): use is ClaimsUse & Resource => !isCommerceUse(use));

const isCommerceUse = (use: Resource) => commerceResources.some((one) => one === use);

const isAuditUse = (use: ClaimsUse): use is AuditUse => use in auditStatements;
