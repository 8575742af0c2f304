import { guide999 } from '#x12/guides/999.ts';
import type { SurveyedKind } from '../files/sound-sets.ts';

/** The 999: its first reading checks the sets against their guide only. */
export const surveyedImplementationAcknowledgments: SurveyedKind = {
  kind: '999',
  guide: guide999,
  open: () => ({}),
};
