import type { FileListener } from '../../engine/consumer.ts';
import { guide837p } from '../../guides/837p.ts';
import { CheckRun } from '../check/check-run.ts';
import { FileRules } from '../check/file/file-rules.ts';
import type { CheckSettings } from '../check/settings.ts';
import type { ProfessionalClaim } from '../model/claim.ts';
import { checkingConsumer, claimConsumer } from './claim-consumer.ts';

export interface ClaimListenerOptions {
  /** Receives each complete claim, after the findings about it. */
  readonly onClaim?: (claim: ProfessionalClaim) => void;
  /** Settings for checks of SNIP type 3 and up, which run when the engine validates. */
  readonly checks?: CheckSettings;
}

/** Reads the 837P sets of a file for an X12Engine with guide 837P; with `checks`, checks them too. */
export function claimListener({ onClaim = () => {}, checks }: ClaimListenerOptions): FileListener {
  const run = checks && new CheckRun(checks);
  let rules: FileRules | undefined;
  return {
    begin(context) {
      if (!context.validating || run?.profile === undefined) return;
      rules = new FileRules(run, run.profile, context);
      rules.begin();
    },
    interchange: (header) => rules?.interchange(header),
    group: (header, interchange) => rules?.group(header, interchange),
    set(context) {
      if (context.guide !== guide837p) return undefined;
      return run && context.validating
        ? checkingConsumer(context, run, onClaim)
        : claimConsumer(context, onClaim);
    },
  };
}
