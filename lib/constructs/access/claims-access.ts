import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IConstruct } from 'constructs';
import { acknowledge } from '../../acknowledgements.ts';
import { type AuditAccess, type AuditUse, auditStatementsOf } from './audit-access.ts';
import { type FileResources, type FileUse, fileStatements, foldersReached } from './file-access.ts';

/** What a function of the claims service may use beyond its table. */
export type Use = AuditUse | FileUse;

export interface ClaimsAccess extends AuditAccess, FileResources {
  readonly x12Bucket: AuditAccess['x12Bucket'] & FileResources['x12Bucket'];
}

/** What these uses take, and nothing else. */
export function useStatements(uses: readonly Use[], access: ClaimsAccess): PolicyStatement[] {
  return [...new Set(uses)].flatMap((use) =>
    isAuditUse(use) ? auditStatementsOf[use](access) : fileStatements(use, access),
  );
}

/** Explains what cdk-nag finds about {@link useStatements} in the roles below. */
export function acknowledgeUses(construct: IConstruct, uses: readonly Use[]): void {
  if (uses.some((use) => use === 'checkpoints' || use === 'signing'))
    acknowledge(construct, 'checkpoint-objects');
  if (uses.some((use) => use === 'exports' || use === 'write-exports'))
    acknowledge(construct, 'audit-exports-objects');
  const folders = uses.flatMap((use) => (isAuditUse(use) ? [] : foldersReached(use)));
  for (const folder of new Set(folders)) acknowledge(construct, `${folder}-objects`);
}

const isAuditUse = (use: Use): use is AuditUse => use in auditStatementsOf;
