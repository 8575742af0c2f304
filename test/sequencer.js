import Sequencer from '@jest/test-sequencer';

/** Files that mostly wait: for time-outs, caches, and restarted processes. */
const waiting = [
  'docs/tour',
  'http/faults/data-layer',
  'claims/submissions/sftp-submissions',
  'http/faults/durability',
  'http/faults/event-kills',
  'lib/local/lambda/starvation',
  'http/faults/claims-faults',
  'http/faults/redrive',
  'store/audit/killed-writers',
  'http/claims/configuration',
  'http/claims/errors',
  'lib/local/runtime/lifecycle',
  'http/audit/audit-log',
  'bin/install',
  'lib/bundling/bundler',
  'claims/limited-journey',
  'claims/kills',
  'store/stores',
];

const isWaiting = ({ path }) => waiting.some((file) => path.endsWith(`/test/${file}.test.ts`));

/**
 * Starts with the files that wait, each followed by two that compute: one of three workers waits while two keep the
 * cores of a small machine busy, and no long file runs last.
 */
export default class WaitingFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const computing = sorted.filter((test) => !isWaiting(test));
    return [...sorted.filter(isWaiting).flatMap((test) => [test, ...computing.splice(0, 2)]), ...computing];
  }
}
