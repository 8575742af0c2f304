import Sequencer from '@jest/test-sequencer';

/** Files that mostly wait: for time-outs, caches, and restarted processes. */
const waiting = [
  'docs/tour',
  'http/commerce/year',
  'web/everybody/every-page',
  'http/commerce/background-work',
  'claims/limited-journey',
  'http/faults/redrive',
  'claims/submissions/sftp-submissions',
  'http/faults/kills',
  'http/faults/durability',
  'http/claims/endpoints',
  'lib/local/lambda/starvation',
  'http/faults/claims-faults',
  'http/audit/audit-log',
  'store/audit/killed-writers',
  'lib/local/runtime/lifecycle',
  'bin/install',
];

/** The longest of the others, in this order, because a fresh clone has no times of an earlier run. */
const long = [
  'store/stores',
  'web/everybody/text-probes',
  'web/everybody/unsaved',
  'web/offline/two-tabs',
  'x12/engine/random-input',
  'claims/responses/claim-acknowledgment/repeated-acknowledgments',
  'claims/submissions/interrupted-preparations',
  'docs/x12',
  'lib/bundling/bundler',
  'x12/presentation/inspect',
  'claims/kills',
];

/** The position of a file in a list; beyond its end for others. */
const rankIn = (list, { path }) => {
  const rank = list.findIndex((file) => path.endsWith(`/test/${file}.test.ts`));
  return rank === -1 ? list.length : rank;
};
const ranked = (list, tests) =>
  tests
    .filter((test) => rankIn(list, test) < list.length)
    .sort((one, other) => rankIn(list, one) - rankIn(list, other));

const isInBrowser = ({ path }) => path.includes('/test/web/') && !path.includes('/test/web/modules/');

/** Spreads the files with a browser over the others: three browsers at once would take the cores from each other and from the stack. */
function spread(tests) {
  const inBrowser = tests.filter(isInBrowser);
  const others = tests.filter((test) => !isInBrowser(test));
  const between = Math.floor(others.length / (inBrowser.length + 1));
  return [...inBrowser.flatMap((test) => [test, ...others.splice(0, between)]), ...others];
}

/**
 * Starts with the files that wait, each followed by two that compute: one of three workers waits while two keep the
 * cores of a small machine busy, and no long file runs last.
 */
export default class WaitingFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const first = ranked(waiting, sorted);
    const then = ranked(long, sorted);
    const rest = sorted.filter((test) => !first.includes(test) && !then.includes(test));
    const computing = spread([...then, ...rest]);
    return [...first.flatMap((test) => [test, ...computing.splice(0, 2)]), ...computing];
  }
}
