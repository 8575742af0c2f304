import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { claimDetail } from '#claims/claims/claim-fields.ts';
import { deniedClaim } from '#claims/claims/examples.ts';
import { claimSentence } from '#web/claims/claim/claim-sentence.ts';
import { setTimeZone } from '#web/text/format.ts';
import { loadTexts } from '#web/text/texts.ts';

const response = deniedClaim.payer_status_by_277ca_id;

const claimIn = (lane: string) =>
  claimDetail.parse({
    ...deniedClaim,
    lane,
    ...{ content: {}, findings: [], timeline: [] },
    account: {
      ...{
        claims: [],
        adjudications: [],
        charged: 75,
        paid: 0,
        adjusted: [],
        patient: 0,
        at_risk: 75,
        credit: 0,
      },
      answers: [
        {
          ...{ response_id: response, kind: '277CA', claim_id: deniedClaim.id, verdict: 'accepted' },
          ...{ received_at: '2026-03-22T04:28:31.944Z', answered_on: '2026-03-20', effect: 'counts' },
        },
      ],
    },
  });

describe.each(['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati'])(
  'the headline of a claim in %s',
  (zone) => {
    beforeAll(() => loadTexts('claims'));
    afterEach(() => setTimeZone(undefined));

    test.each(['paid', 'underpaid', 'denied'])('names the day of payment in lane %s', (lane) => {
      setTimeZone(zone);
      expect(claimSentence(claimIn(lane), 'Plains Health')).toMatch(/on Mar 21, 2026\.$/);
    });

    test('names the day that the payer states in its 277CA', () => {
      setTimeZone(zone);
      expect(claimSentence(claimIn('accepted'), 'Plains Health')).toContain('accepted it on Mar 20, 2026.');
    });
  },
);
