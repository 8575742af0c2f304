import type { FileContext, FileListener, GroupHeader, InterchangeHeader } from '../engine/consumer.ts';

/** The trading partners that the caller knows. */
export interface KnownPartners {
  /** True when ISA05 and ISA06 name a partner, and ISA07 and ISA08 name us. */
  isInterchangeKnown(header: InterchangeHeader): boolean;
  /** True when GS02 names a partner and GS03 names us. */
  isGroupKnown(header: GroupHeader): boolean;
}

/** Reports V129 for a pair of sender and receiver that is not known. */
export function partnerListener(partners: KnownPartners): FileListener {
  let context: FileContext | undefined;
  return {
    begin(given) {
      context = given.validating ? given : undefined;
    },
    interchange(header) {
      if (partners.isInterchangeKnown(header)) return;
      context?.report({ id: 'V129', at: { index: 0, offset: header.offset }, segment: 'ISA', element: 6 });
    },
    group(header, interchange) {
      const isReported = !partners.isInterchangeKnown(interchange);
      if (isReported || partners.isGroupKnown(header)) return;
      context?.report({ id: 'V129', at: { index: 0, offset: header.offset }, segment: 'GS', element: 2 });
    },
  };
}
