import type { RunPorts } from '#audit/runs/continue-run.ts';
import { claimsTable } from '../claims/claims-table.ts';
import { findRunningRun, saveRun } from './audit-runs.ts';
import { auditSubject } from './audit-subject.ts';
import { exportBucket } from './export-bucket.ts';
import { exportFile } from './export-file.ts';

export const auditRunPorts: RunPorts = {
  subject: auditSubject,
  exportFile: exportFile(exportBucket),
  findRunning: (id) => findRunningRun(claimsTable, id),
  save: (run) => saveRun(claimsTable, run, new Date()),
  now: () => new Date(),
};
