/**
 * Test files that `npm run test:long` runs and `npm test` does not, because they play, walk or break a whole system: a year, every
 * page, every command of the documentation, processes that are killed. `.ci/run` runs both.
 */
export const longTests: readonly string[] = [
  'test/bin/install.test.ts',
  'test/bin/operator/commands.test.ts',
  'test/bin/x12-memory.test.ts',
  'test/claims/intake/large-file.test.ts',
  'test/claims/intake/two-runs.test.ts',
  'test/claims/kills.test.ts',
  'test/claims/limited-journey.test.ts',
  'test/claims/submissions/interrupted-preparations.test.ts',
  'test/claims/submissions/interruptions.test.ts',
  'test/claims/submissions/sftp-submissions.test.ts',
  'test/docs/tour.test.ts',
  'test/docs/x12.test.ts',
  'test/functions/claims/month.test.ts',
  'test/http/audit/audit-log.test.ts',
  'test/http/claims/endpoints.test.ts',
  'test/http/commerce/background-work.test.ts',
  'test/http/commerce/year.test.ts',
  'test/http/faults/claims-faults.test.ts',
  'test/http/faults/durability.test.ts',
  'test/http/faults/kills.test.ts',
  'test/http/faults/redrive.test.ts',
  'test/lib/bundling/bundler.test.ts',
  'test/lib/local/lambda/starvation.test.ts',
  'test/lib/local/runtime/lifecycle.test.ts',
  'test/store/audit/killed-writers.test.ts',
  'test/web/everybody/access.test.ts',
  'test/web/everybody/every-page.test.ts',
  'test/web/everybody/keyboard.test.ts',
  'test/web/everybody/lists.test.ts',
  'test/web/everybody/phone.test.ts',
  'test/web/everybody/text-probes.test.ts',
  'test/web/frame/frame.test.ts',
  'test/web/frame/layout-shift.test.ts',
  'test/web/offline/app-update.test.ts',
  'test/web/offline/lists-without-signal.test.ts',
  'test/web/offline/outbox-decisions.test.ts',
  'test/web/offline/shared-device.test.ts',
  'test/web/offline/two-tabs.test.ts',
  'test/web/offline/without-signal.test.ts',
  'test/work/leaving/leaving.test.ts',
];

/** Test files that only `npm run soak` runs, because they take minutes in any size. A named file always runs. */
export const soakTests: readonly string[] = ['test/foreign/foreign.test.ts'];
