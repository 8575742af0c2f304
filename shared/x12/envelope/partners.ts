import type { FileContext, FileListener, GroupHeader, InterchangeHeader } from '../engine/consumer.ts';

/** Who sends files here, as far as the caller knows. */
export interface KnownPartners {
  /** Whether ISA05 to ISA08 are a partner of ours and ourselves, in this order. */
  isInterchangeKnown(header: InterchangeHeader): boolean;
  /** The same for GS02 and GS03. */
  isGroupKnown(header: GroupHeader): boolean;
}

/** Reports files of unknown senders, and files whose sender and receiver are not a pair we know (V129). */
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
      // The interchange was told already.
      if (!partners.isInterchangeKnown(interchange) || partners.isGroupKnown(header)) return;
      context?.report({ id: 'V129', at: { index: 0, offset: header.offset }, segment: 'GS', element: 2 });
    },
  };
}
